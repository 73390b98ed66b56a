// Check the HTML files that are named, and print what is wrong with them, one JSON object a line; --print FILE makes FILE.pdf.
//
// html-validate reads the source. Chromium (at the path in CHROMIUM) opens the page and shows it in both colour schemes, and on
// the narrowest of screens: axe-core looks at it there, nothing may stand out of the window, be asked of the network, or be
// said on the console. In a wide window no line ends between an icon and its contact.
import { chromium } from "playwright-core";
import { HtmlValidate } from "html-validate/node";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const WINDOWS = [["light", 1200], ["dark", 1200], ["light", 320]];
const COLOURS = { runOnly: ["color-contrast", "link-in-text-block"] }; // in the dark, only colours differ
const PLACES = { runOnly: [...COLOURS.runOnly, "scrollable-region-focusable"] }; // in a narrow window, only where elements are
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf-8");

const report = (file, check, message) => console.log(JSON.stringify({ file, check, message }));

async function checkSource(file, validator) {
  const { results } = await validator.validateFile(file);
  for (const result of results)
    for (const found of result.messages) report(file, "html-validate", `${found.line}:${found.column}: ${found.ruleId}: ${found.message}`);
}

// How many elements are displayed. (This and the next one run in the page.)
const displayed = () => [...document.body.querySelectorAll("*")].filter((element) => element.checkVisibility()).length;

// The contacts whose icon ends a line when there is less and less room, so that it does not stand before its text.
function alone() {
  const parted = (contact) => {
    const text = document.createRange();
    text.selectNodeContents(contact);
    const { top, bottom } = contact.getClientRects()[0];
    return (top + bottom) / 2 < text.getClientRects()[0].top;
  };
  const found = new Set();
  for (const list of document.querySelectorAll(".contacts"))
    for (let width = list.clientWidth; width > 200; width -= 5) {
      list.style.width = `${width}px`;
      for (const contact of [...list.children].filter(parted)) found.add(contact.textContent);
    }
  return [...found];
}

async function checkPage(page, file) {
  let wide = 0;
  opened = file;
  for (const [colorScheme, width] of WINDOWS) {
    where = `${colorScheme}, ${width} px`;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    if (!wide) {
      await page.goto(pathToFileURL(file).href);
      await page.evaluate(AXE);
    }
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (beyond > 0) report(file, "width", `${where}: ${beyond} px too wide`);
    const elements = await page.evaluate(displayed);
    const rules = elements !== wide ? {} : colorScheme === "dark" ? COLOURS : PLACES;
    wide ||= elements;
    const options = { resultTypes: ["violations"], preload: false, ...rules };
    const { violations } = await page.evaluate((options) => globalThis.axe.run(options), options);
    for (const found of violations)
      for (const node of found.nodes) report(file, "axe", `${where}: ${found.id}: ${node.target} ${node.failureSummary}`);
  }
  await page.setViewportSize({ width: 1000, height: 900 });
  for (const contact of await page.evaluate(alone)) report(file, "icon", `alone on its line before ${contact}`);
  if (printed.includes(file)) {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.pdf({ path: `${file}.pdf`, preferCSSPageSize: true });
  }
}

let opened, where; // the page that is shown, and its window
const { positionals: files, values: { print: printed } } = parseArgs({
  allowPositionals: true,
  options: { print: { type: "string", multiple: true, default: [] } },
});
const validator = new HtmlValidate({ extends: ["html-validate:recommended"] });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage();
page.on("console", (message) => report(opened, "console", `${where}: ${message.text()}`));
page.on("request", (request) => request.url() === pathToFileURL(opened).href || report(opened, "network", request.url()));
for (const file of files) await Promise.all([checkSource(file, validator), checkPage(page, file)]);
await browser.close();

// Check the HTML files that are named, print each to FILE.pdf, and print what is wrong with them, one JSON object a line.
//
// html-validate reads the source. Chromium (at the path in CHROMIUM) opens the page and shows it in both colour schemes, and on
// the narrowest of screens: axe-core looks at it there, nothing may stand out of the window, be asked of the network, or be
// said on the console. In wider windows no line ends between an icon and its contact.
import { chromium } from "playwright-core";
import { HtmlValidate } from "html-validate/node";
import axe from "axe-core";
import { pathToFileURL } from "node:url";

const WINDOWS = [["light", 1200], ["dark", 1200], ["light", 320]];
const COLOURS = { runOnly: ["color-contrast", "link-in-text-block"] }; // in the dark, only colours differ

const report = (file, check, message) => console.log(JSON.stringify({ file, check, message }));

async function checkSource(file, validator) {
  const { results } = await validator.validateFile(file);
  for (const result of results)
    for (const found of result.messages) report(file, "html-validate", `${found.line}:${found.column}: ${found.ruleId}: ${found.message}`);
}

// The contacts whose icon ends a line, so that it does not stand before its text. (This runs in the page.)
function alone() {
  const parted = (contact) => {
    const text = document.createRange();
    text.selectNodeContents(contact);
    return contact.getClientRects()[0].bottom <= text.getClientRects()[0].top;
  };
  return [...document.querySelectorAll(".contacts li")].filter(parted).map((contact) => contact.textContent);
}

async function checkPage(browser, file) {
  const page = await browser.newPage();
  let where = "";
  page.on("console", (message) => report(file, "console", `${where}: ${message.text()}`));
  page.on("request", (request) => request.url() === pathToFileURL(file).href || report(file, "network", request.url()));
  for (const [colorScheme, width] of WINDOWS) {
    where = `${colorScheme}, ${width} px`;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    if (page.url() === "about:blank") {
      await page.goto(pathToFileURL(file).href);
      await page.evaluate(axe.source);
    }
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (beyond > 0) report(file, "width", `${where}: ${beyond} px too wide`);
    const { violations } = await page.evaluate(
      (rules) => globalThis.axe.run({ resultTypes: ["violations"], ...rules }),
      colorScheme === "dark" ? COLOURS : {},
    );
    for (const found of violations)
      for (const node of found.nodes) report(file, "axe", `${where}: ${found.id}: ${node.target} ${node.failureSummary}`);
  }
  for (let width = 600; width <= 1000; width += 24) {
    await page.setViewportSize({ width, height: 900 });
    for (const contact of await page.evaluate(alone)) report(file, "icon", `${width} px: alone on its line before ${contact}`);
  }
  await page.emulateMedia({ colorScheme: "dark" });
  await page.pdf({ path: `${file}.pdf`, preferCSSPageSize: true });
  await page.close();
}

const files = process.argv.slice(2);
const validator = new HtmlValidate({ extends: ["html-validate:recommended"] });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
for (const file of files) {
  await checkSource(file, validator);
  await checkPage(browser, file);
}
await browser.close();

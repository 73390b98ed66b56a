// Use `cvrender preview` as a person would, and print what was seen as one JSON object.
//
// Arguments: the address, the profile's file, a folder for downloads and screenshots. Chromium's path is in CHROMIUM.
import { chromium } from "playwright-core";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const [address, profile, folder] = process.argv.slice(2);
const seen = { console: [], requests: [], axe: [], downloads: {} };
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({
  viewport: { width: 1360, height: 900 },
  permissions: ["clipboard-read", "clipboard-write"],
  reducedMotion: "reduce",
});
const page = await context.newPage();
await page.addInitScript({ path: createRequire(import.meta.url).resolve("axe-core/axe.min.js") });
page.on("console", (message) => seen.console.push(message.text()));
page.on("pageerror", (error) => seen.console.push(String(error)));
page.on("request", (request) => seen.requests.push(request.url()));

const text = (selector) => page.locator(selector).innerText();
const ready = () => page.waitForFunction(() => document.body.dataset.ready, null, { timeout: 30000 });
const changed = async (act, selector = "build") => {
  const before = await page.evaluate((name) => document.body.dataset[name], selector);
  await act();
  await page.waitForFunction(([name, old]) => document.body.dataset[name] !== old, [selector, before], { timeout: 30000 });
};
const details = (act) => changed(act, "ready");

// Show the page in a window of this width, where its figures are as wide as there is room for.
async function resize(width) {
  if (page.viewportSize().width === width) return;
  const before = await page.locator("figure").first().evaluate((figure) => figure.style.width);
  await page.setViewportSize({ width, height: 900 });
  await page.waitForFunction((old) => document.querySelector("figure").style.width !== old, before);
}

// Let axe-core look at a part of the page.
async function look(name, colorScheme, width, part = "html", rules = {}) {
  await page.emulateMedia({ colorScheme });
  await resize(width);
  const options = { resultTypes: ["violations"], preload: false, ...rules };
  const { violations } = await page.evaluate(([part, options]) => globalThis.axe.run(part, options), [part, options]);
  for (const found of violations) for (const node of found.nodes) seen.axe.push(`${name}: ${found.id}: ${node.target} ${node.failureSummary}`);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (beyond > 0) seen.axe.push(`${name}: ${beyond} px too wide`);
  await page.screenshot({ path: `${folder}/${name}.png` });
}

// Load.
await page.goto(address);
await ready();
seen.address = page.url();
seen.pages = await page.locator("figure img").count();
seen.sharp = await page.evaluate(() => document.querySelector("figure img").naturalWidth >= document.querySelector("figure").clientWidth);
seen.profiles = await page.locator("[name=profile] option").allInnerTexts();

// Look, in both colour schemes, wide and narrow. A tab changes what is at the side; the dark changes colours.
const colours = { runOnly: ["color-contrast", "link-in-text-block"] };
for (const tab of ["style", "problems", "source", "parser", "files"]) {
  await page.click(`#tab-${tab}`);
  if (tab === "parser") await page.waitForSelector("#parser dl");
  await look(`light-${tab}`, "light", 1360, tab === "style" ? "html" : "aside");
  if (tab === "style") await look("dark-style", "dark", 1360, "html", colours);
}
seen.parser = await text("#parser");
await look("light-narrow", "light", 375);
await page.keyboard.press("Escape");
await look("dark-narrow", "dark", 375, "html", colours);
await page.emulateMedia({ colorScheme: "light" });
await resize(1360);

// Click through to the YAML.
await page.getByRole("button", { name: /Notes on a Machine/ }).first().click();
await page.waitForSelector("#source .here");
seen.place = await text("#source p");
seen.excerpt = await text("#source .here");

// Take a style at sight, and change one of its options; copy the options as YAML.
await page.click("#tab-looks");
await page.waitForSelector("#looks img[src]");
seen.drawn = await page.locator("#looks img[src]").first().evaluate((image) => image.naturalWidth);
await look("light-looks", "light", 1360, "aside");
await changed(() => page.click("#looks [data-look=lab]"));
await page.waitForSelector("#looks [data-look=lab][aria-pressed=true]");
seen.looks = await page.locator("#looks button").count();
seen.switched = page.url();
await page.click("#tab-style");
await changed(() => page.selectOption("[name=page]", "letter"));
await page.click("#copy");
seen.copied = await page.evaluate(() => navigator.clipboard.readText());
await changed(() => page.selectOption("[name=view]", "bio"));
seen.bio = page.url();
await page.goto(new URL("/", address).href);
await ready();

// Save, break and mend the YAML. The scroll position stays.
const good = readFileSync(profile, "utf-8");
await page.locator("#pages").evaluate((pages) => pages.scrollTo(0, 300));
await changed(() => writeFileSync(profile, good.replace("Notes on a Machine", "Notes on another Machine")));
seen.scrolled = await page.locator("#pages").evaluate((pages) => pages.scrollTop);
const last = await page.evaluate(() => document.body.dataset.build);
writeFileSync(profile, good.replace("authors:", "author:"));
await page.waitForSelector("#alert:not([hidden])");
seen.alert = await text("#alert");
seen.kept = (await page.evaluate(() => document.body.dataset.build)) === last && (await page.locator("figure img").count()) === seen.pages;
await look("broken", "light", 1360);
writeFileSync(profile, `person: [`);
await page.waitForFunction(() => !document.querySelector("#alert").textContent.includes("author"));
seen.syntax = await text("#alert");
await details(() => writeFileSync(profile, good));
await page.waitForSelector("#alert", { state: "hidden" });
await page.waitForFunction((old) => document.body.dataset.build !== old, last);
seen.mended = await text("#status");

// Open the page at a field, as an editor does.
await page.goto(new URL("/#publications", address).href);
await page.reload();
await ready();
await page.waitForFunction(() => document.activeElement.className === "line");
seen.opened = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));

// Use the keyboard only: from the top to the tabs, to the lines, and to the YAML.
await page.goto(new URL("/", address).href);
await ready();
await page.waitForSelector(".lines button");
const focus = () => page.evaluate(() => document.activeElement.id || document.activeElement.name || document.activeElement.className);
seen.order = [];
for (let step = 0; step < 12; step += 1) {
  await page.keyboard.press("Tab");
  seen.order.push(await focus());
  if (seen.order.at(-1) === "line") break;
}
await page.keyboard.press("ArrowDown");
await page.keyboard.press("ArrowDown");
await page.keyboard.press("Enter");
await page.waitForSelector("#source .here");
seen.keyboard = await text("#source .here");
await page.keyboard.press("Tab");
await page.keyboard.press("ArrowLeft");
seen.tab = await page.locator("[role=tab][aria-selected=true]").innerText();

// Download each target.
await page.click("#tab-files");
for (const target of await page.locator("#files li button").allInnerTexts()) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[aria-label="Download ${target}"]`)]);
  await download.saveAs(`${folder}/${download.suggestedFilename()}`);
  seen.downloads[target] = download.suggestedFilename();
}
console.log(JSON.stringify(seen));
await browser.close();

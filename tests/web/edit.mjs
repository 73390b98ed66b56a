// Use `cvrender edit` as a person would, and print what was seen as one JSON object.
//
// Arguments: the address, the profile's file, a folder for screenshots. Chromium's path is in CHROMIUM.
import { chromium } from "playwright-core";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const [address, file, folder] = process.argv.slice(2);
const seen = { console: [], requests: [], axe: [], fields: {} };
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, locale: "en-US", reducedMotion: "reduce" });

async function newPage() {
  const page = await context.newPage();
  await page.addInitScript({ path: createRequire(import.meta.url).resolve("axe-core/axe.min.js") });
  page.setDefaultTimeout(20000);
  page.on("console", (message) =>
    seen.console.push(`${message.text()} ${message.location().url}:${message.location().lineNumber}`),
  );
  page.on("pageerror", (error) => seen.console.push(String(error)));
  page.on("request", (request) => seen.requests.push(request.url()));
  return page;
}
const page = await newPage();
const text = () => readFileSync(file, "utf-8");
const origin = new URL("/", address).href;
const until = async (check, what) => {
  for (let tries = 0; tries < 500; tries += 1) {
    if (await check()) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`never: ${what}`);
};
const has = (words) => until(() => text().includes(words), words);
const id = (path) => page.locator(`[id="${path}"]`);
const open = async (name) => {
  await page.goto(`${origin}?profile=${name}`);
  await page.waitForSelector("#pages img");
};

const saved = () => until(async () => (await page.locator("#status").innerText()) !== "Saving …", "saved");

async function look(name, colorScheme, width) {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 900 });
  await page.waitForTimeout(150);
  const { violations } = await page.evaluate(() => globalThis.axe.run("html", { resultTypes: ["violations"], preload: false }));
  for (const found of violations)
    for (const node of found.nodes) seen.axe.push(`${name}: ${found.id}: ${node.target} ${node.failureSummary}`);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (beyond > 0) seen.axe.push(`${name}: ${beyond} px too wide`);
  await page.screenshot({ path: `${folder}/${name}.png`, caret: "initial" });
}

// A CV from nothing, without YAML.
await page.goto(address);
await page.waitForSelector(".start");
await look("start", "light", 1360);
await page.fill("#name", "Grace Example");
await page.selectOption("#starter", "medicine");
await page.click(".start form button");
await page.waitForSelector("#pages img");
seen.begun = await page.locator("header strong").innerText();

// Two pages of it, by filling and duplicating entries.
await page.getByRole("button", { name: "Add: Honors and Awards" }).click();
const field = (name) => page.locator(`#form [id^="awards["][id$="].${name}"]`);
await field("title").fill("Prize for a Study of Looms");
await field("date").fill("2021-05");
await saved();
const own = () => readFileSync(file.replace("ada.yaml", "grace-example.yaml"), "utf-8");
await until(() => own().includes("2021-05"), "the date");
for (let count = 1; count < 40; count += 1) {
  await page.locator('[aria-label^="Duplicate: "]').click();
  await until(() => own().split("Prize for a Study of Looms").length > count + 1, "a copy");
}
await until(async () => (await page.locator("#pages figure").count()) >= 2, "two pages");
seen.pages = await page.locator("#pages figure").count();
seen.grace = own();

// Three fields and a move in a commented profile.
await open("ada");
await id("person.name").fill("Ada B. Example");
await has("Ada B. Example");
await page.click("#entry-publications-0");
await id("publications[0].title").fill("Notes on Looms");
await has("Notes on Looms");
await page.click("#entry-positions-0");
await id("positions[0].title").fill("Dean");
await has("Dean");
await page.click("#entry-publications-1");
await page.locator("#entry-publications-1").press("Alt+ArrowUp");
await until(() => /A second work[\s\S]*Notes on Looms/.test(text()), "the move");
seen.edited = text();
await until(async () => (await page.locator("#entry-publications-0").getAttribute("aria-current")) === "true", "selected");

// The pages follow; a line opens its field; a field marks its line.
await page.waitForSelector('.line[aria-label*="Looms"]');
await page.locator('.line[aria-label*="Looms"]').first().click();
await until(() => page.evaluate(() => document.activeElement.id === "publications[1].title"), "the field of the line").catch(
  async (error) => {
    throw new Error(
      `${error}: ${await page.evaluate(() => document.activeElement.id || document.activeElement.outerHTML.slice(0, 200))}`,
    );
  },
);
await page.waitForSelector(".line.here");
seen.marked = await page.locator(".line.here").first().getAttribute("aria-label");

// Undo of all, over forms and YAML.
await page.click("nav >> text=YAML");
await page.waitForSelector(".cm-content");
await page.locator(".cm-content").click();
await page.keyboard.press("Control+End");
await page.keyboard.type("x-mine: here\n");
await has("x-mine: here");
await page.click("nav >> text=Person");
while (await page.locator("header button:not([disabled])", { hasText: "Undo" }).count()) {
  const before = text();
  await page.locator("header button", { hasText: "Undo" }).click();
  await until(() => text() !== before, "undo");
  await saved();
}
seen.undone = text();

// A conflict: both sides are shown, nothing is overwritten unseen.
const first = text();
await id("person.name").focus();
await page.keyboard.press("End");
await page.keyboard.type(" Junior");
writeFileSync(file, first.replace("Ada Example,", "Ada Outside,"));
await page.waitForSelector("[role=alertdialog]");
seen.sides = await page.locator(".sides pre").allInnerTexts();
seen.kept = text();
await page.getByRole("button", { name: "Save my change" }).click();
await has("Ada Example Junior");

// The other side of a conflict: the file is kept, though focus leaves the field.
const second = text();
await id("person.name").focus();
await page.keyboard.type("X");
writeFileSync(file, second.replace("Ada Example Junior", "Ada Elsewhere"));
await page.waitForSelector("[role=alertdialog]");
await page.getByRole("button", { name: "Keep the file" }).click();
await until(async () => (await id("person.name").inputValue()) === "Ada Elsewhere", "the value of the file");
await saved();
seen.theirs = text();

// Two tabs.
const other = await newPage();
await other.goto(`${origin}?profile=ada`);
await other.locator('[id="person.name"]').fill("Ada Example");
await until(
  () =>
    id("person.name")
      .inputValue()
      .then((value) => value === "Ada Example"),
  "the other tab",
);
await other.close();

// Broken outside, mended inside.
writeFileSync(file, first.replace("person:", "person"));
await page.waitForSelector(".code");
await page.waitForSelector(".problems li");
seen.broken = await page.locator(".problems li").first().innerText();
await page.locator(".cm-content").click();
await page.keyboard.press("Control+a");
await page.keyboard.insertText(first);
await until(() => text() === first, "mended");

// A file by drop; a proposal accepted.
const dropped = await page.evaluateHandle(() => {
  const data = new DataTransfer();
  data.items.add(new File(["@article{a, title={On Mills}, author={Example, Ada}, year=2021}"], "works.bib"));
  return data;
});
await page.waitForSelector("#pages");
await page.dispatchEvent("#pages", "drop", { dataTransfer: dropped });
await page.waitForSelector(".proposals li");
await look("proposals", "dark", 1360);
await look("proposals-320", "light", 320);
await page.emulateMedia({ colorScheme: "light" });
await page.setViewportSize({ width: 1360, height: 900 });
await page.locator(".proposals li", { hasText: "On Mills" }).getByRole("button", { name: "Accept" }).first().click();
await has("On Mills");

// A picture by drop: it is cut, and becomes the photo.
const picture = await page.evaluateHandle(async () => {
  const canvas = document.createElement("canvas");
  canvas.width = 300;
  canvas.height = 200;
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const data = new DataTransfer();
  data.items.add(new File([blob], "me.png", { type: "image/png" }));
  return data;
});
await page.dispatchEvent("#pages", "drop", { dataTransfer: picture });
await page.waitForSelector("canvas");
await page.selectOption(".photo select", "1:1");
await look("photo", "light", 1360);
await page.locator(".photo .main").click();
await has("photo: ada.png");
seen.photo = [...readFileSync(file.replace("ada.yaml", "ada.png")).subarray(16, 24)];

// A view of one's own: an entry and a section are taken out of it by ticks; a look is tried, and kept for it.
await page.click("nav >> text=Views");
await page.fill("#view-name", "post");
await page.getByRole("button", { name: "Duplicate", exact: true }).click();
await page.getByLabel(/^A second work.*: post/).waitFor();
const late = []; // answers that come after the next tick
let isHeld = true;
await page.route("**/api/views?*", async (route) => {
  const response = await route.fetch();
  if (isHeld) late.push(() => route.fulfill({ response }));
  else await route.fulfill({ response });
});
await page.getByLabel(/^A second work.*: post/).uncheck();
await until(() => late.length, "the views with one tick");
await page.getByLabel(/^Experience: post/).uncheck();
isHeld = false;
await Promise.all(late.map((act) => act()));
await page.waitForTimeout(100);
seen.ticked = await page.getByLabel(/^Experience: post/).isChecked();
await until(() => /without: \[a-second-work, positions\]/.test(text()), "the tick of a section");
await until(async () => !(await page.locator('.line[aria-label*="A second work"]').count()), "pages of the view");
await page.click("nav >> text=Look");
await page.locator("#option-page").selectOption("letter");
const before = text();
await page.waitForSelector(".changed");
seen.tried = text() === before;
await page.getByRole("button", { name: "Keep" }).click();
await has("page: letter");
seen.view = text().slice(text().indexOf("views:"));
await until(async () => (await page.locator(".changed").count()) === 0, "kept");

// Keys alone: from the top to the first entry, to the form.
await open("ada");
await page.keyboard.press("Tab");
await page.keyboard.press("Enter");
await page.keyboard.press("Tab");
seen.keys = await page.evaluate(() => document.activeElement.id);

// Keys alone: a CV from nothing to its PDF.
const press = (...keys) => keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
async function tabTo(what, back = false) {
  for (let presses = 0; presses < 150; presses += 1) {
    const here = await page.evaluate(() => {
      const each = document.activeElement;
      return each === document.body ? "" : each.id || each.getAttribute("aria-label") || each.innerText;
    });
    if (here === what || (what instanceof RegExp && what.test(here))) return presses;
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
  }
  throw new Error(`no key leads to ${what}`);
}
const keysFile = file.replace("ada.yaml", "eve-of-keys.yaml");
const keysText = () => readFileSync(keysFile, "utf-8");
const wrote = (words) => until(() => keysText().includes(words), words);
await page.goto(origin);
await page.waitForSelector("#name");
await tabTo("name");
await page.keyboard.type("Eve of Keys");
await press("Enter");
await page.waitForSelector("#pages img");
await tabTo("Add a section");
await press("Enter");
await page.waitForSelector("[role=menu]");
await page.keyboard.type("exp");
await press("Enter");
await until(() => page.evaluate(() => document.activeElement.id === "positions[0].organization"), "the first field");
await page.keyboard.type("Works of Nowhere");
await tabTo("positions[0].title");
await page.keyboard.type("Fitter");
await tabTo("positions[0].start");
await page.keyboard.type("2019-03");
await wrote("2019-03");
await tabTo("Add: Experience", true);
await press("Enter");
await until(() => page.evaluate(() => document.activeElement.id === "positions[1].organization"), "the second entry");
await page.keyboard.type("Mills of Erewhon");
await wrote("Mills of Erewhon");
await tabTo("entry-positions-1", true);
await press("Alt+ArrowUp");
await until(() => /Mills of Erewhon[\s\S]*Works of Nowhere/.test(keysText()), "the move by keys");
await until(() => page.evaluate(() => document.activeElement.id === "entry-positions-0"), "the focus goes with the entry");
await press("Control+z");
await until(() => /Works of Nowhere[\s\S]*Mills of Erewhon/.test(keysText()), "undo by keys");
await press("Control+Shift+Z");
await until(() => /Mills of Erewhon[\s\S]*Works of Nowhere/.test(keysText()), "redo by keys");
await tabTo("Add a section");
await press("Enter");
await page.waitForSelector("[role=menu]");
await page.keyboard.type("edu");
await press("Enter");
await until(() => page.evaluate(() => document.activeElement.id === "education[0].institution"), "a kind without a required field");
await page.keyboard.type("College of Nowhere");
await wrote("College of Nowhere");
await tabTo("Add: Highlights");
await press("Enter");
await until(() => page.evaluate(() => document.activeElement.id === "education[0].highlights[0]"), "the bullet that was added");
await page.keyboard.type("First in her year");
await wrote("First in her year");
await saved();
seen.right = await page.locator("#outline .problem").count();
await tabTo("Download: PDF", true);
const [byKeys] = await Promise.all([page.waitForEvent("download"), press("Enter")]);
seen.download = [byKeys.suggestedFilename(), readFileSync(await byKeys.path()).subarray(0, 5).toString()];
await tabTo("Download …");
await press("Enter", "ArrowDown", "ArrowDown", "Escape");
seen.menu = [await page.locator("[role=menu]").count(), await page.evaluate(() => document.activeElement.innerText)];

// What cannot be made is told, and leaves the page where it is.
writeFileSync(keysFile, keysText().replace("2019-03", "soon"));
await page.waitForSelector('#outline .problem');
await page.getByRole("button", { name: "Download: PDF" }).click();
await page.waitForSelector(".failures");
await page.locator("#pages .problems button").first().click();
await until(() => page.evaluate(() => document.activeElement.id !== ""), "the field of a problem");
seen.led = await page.evaluate(() => document.activeElement.id);
seen.refused = [await page.locator(".failures").innerText(), await page.locator("#outline").count()];
await open("ada");

// What was typed last is saved when the page is left at once.
await id("person.name").fill("Ada Leaving");
await page.goto("about:blank");
await has("Ada Leaving");
await open("ada");

// Every field of every kind.
const forms = await page.evaluate(() => fetch("/api/forms").then((answer) => answer.json()));
const labelOf = (key) => key.replace(/_/g, " ").replace(/^./, (first) => first.toUpperCase());
async function fill(scope, path, label, example) {
  const control = id(path);
  const isControl = (await control.count()) && (await control.evaluate((each) => /INPUT|SELECT|TEXTAREA/.test(each.tagName)));
  if (isControl) {
    const kind = await control.evaluate((each) => `${each.tagName} ${each.type}`);
    if (kind.includes("checkbox")) return control.check();
    if (kind.startsWith("SELECT")) return control.selectOption({ index: 1 });
    await control.fill(example);
    return control.blur();
  }
  const list = scope
    .locator(":scope > fieldset, :scope > div > fieldset, :scope > details > fieldset")
    .filter({ has: page.locator(`:scope > legend:text-is("${label}")`) })
    .first();
  if (await list.count()) {
    const name = id(`${path}-new`);
    if (await name.count()) {
      await name.fill("en");
      await list.getByRole("button", { name: `Add: ${label}` }).click();
      await until(() => id(`${path}.en`).count(), `${path}.en`);
      return fill(list, `${path}.en`, "en", example);
    }
    await list
      .getByRole("button", { name: `Add: ${label}` })
      .last()
      .click();
    await until(() => list.locator("ol > li").count(), path);
    return fillFirst(list.locator("ol > li .item").first(), example);
  }
  const fold = scope
    .locator("details")
    .filter({ has: page.locator(`:scope > summary:text-is("${label}")`) })
    .first();
  if (!(await fold.count())) throw new Error(`no field ${label}`);
  await fold.locator(":scope > summary").click();
  await until(() => fold.locator("input, textarea, select, details details").count(), `what is within ${label}`);
  return fillFirst(fold, example);
}
async function fillFirst(scope, example) {
  const summary = scope.locator("summary").first();
  const control = scope.locator("input[type=text], textarea, select").first();
  if (!(await control.count())) await summary.click();
  if (await control.evaluate((each) => each.tagName === "SELECT")) return control.selectOption({ index: 1 });
  await control.fill(example);
  return control.blur();
}
async function every(model, collection, index) {
  for (const [key, schema] of Object.entries(forms.$defs[model].properties)) {
    const path = index === null ? `${collection}.${key}` : `${collection}[${index}].${key}`;
    const [example] = schema.examples ?? [];
    const said = typeof example === "string" || typeof example === "number" ? String(example) : "2020";
    const rest = page
      .locator("#form > .form > details")
      .filter({ has: page.locator(':scope > summary:text-matches("^More fields")') });
    if ((await rest.count()) && !(await rest.evaluate((each) => each.open))) {
      await rest.locator(":scope > summary").click();
      await until(
        () =>
          rest
            .locator(":scope > *")
            .count()
            .then((count) => count > 1),
        "more fields",
      );
    }
    const before = text();
    try {
      await fill(page.locator("#form > .form, #form > .form > details"), path, labelOf(key), said);
      await saved();
      seen.fields[`${model}.${key}`] = text() !== before || new RegExp(`\\b${key}\\b`).test(before);
    } catch (error) {
      seen.fields[`${model}.${key}`] = String(error).split("\n")[0];
    }
  }
}
const all = Object.keys(forms.properties).filter((key) => forms.properties[key]["x-model"]);
const kinds = process.env.KINDS ? process.env.KINDS.split(",") : all;
page.setDefaultTimeout(15000);
await page.route(/\/api\/(state|lines|problems)/, (route) => route.fulfill({ json: {} })); // the pages take the time
await page.goto(`${origin}?profile=ada`);
await page.click("nav >> text=Person");
await every("Owner", "person", null);
for (const collection of kinds) {
  await page.goto(`${origin}?profile=ada`);
  await page.waitForSelector("#outline h2");
  if (await page.getByRole("button", { name: `Add: ${forms.titles[collection] ?? labelOf(collection)}`, exact: true }).count())
    await page.getByRole("button", { name: `Add: ${forms.titles[collection] ?? labelOf(collection)}`, exact: true }).click();
  else {
    await page.getByRole("button", { name: "Add a section" }).click();
    await page.getByRole("menuitem", { name: forms.titles[collection] ?? labelOf(collection), exact: true }).click();
  }
  await page.waitForSelector("#outline [aria-current]");
  await saved();
  const [, index] = await page.evaluate(() => document.querySelector("#outline .entry[aria-current]").id.match(/-(\d+)$/));
  await every(forms.properties[collection]["x-model"], collection, Number(index));
}
seen.all = text();
writeFileSync(file, first);
page.setDefaultTimeout(20000);
await page.unroute(/\/api\/(state|lines|problems)/);

// Look: light and dark, wide and narrow, from right to left.
await open("ada");
await page.waitForSelector(".line");
await page.click("#entry-publications-0");
await look("light-wide", "light", 1360);
await look("dark-wide", "dark", 1360);
await look("light-320", "light", 320);
await look("dark-320", "dark", 320);
await page.goto(`${origin}?profile=ada&lang=ar`);
await page.waitForSelector("#pages img");
await look("rtl", "light", 1360);
seen.direction = await page.evaluate(() => document.documentElement.dir);
await page.goto(`${origin}?profile=ada`);
await page.waitForSelector("#pages img");
await page.click("nav >> text=YAML");
await page.waitForSelector(".cm-content");
await look("yaml", "light", 1360);
await page.click("nav >> text=Views");
await page.waitForSelector("tbody tr");
await look("views", "light", 1360);
await page.click("nav >> text=Settings");
await look("settings", "dark", 1360);
await page.click("nav >> text=Look");
await page.waitForSelector(".looks");
await look("looks", "light", 1360);
await look("looks-dark-320", "dark", 320);
console.log(JSON.stringify(seen));
await browser.close();

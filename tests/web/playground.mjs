// The playground in Chromium: node playground.mjs CHROMIUM ADDRESS FILE PICTURE. Prints what the page shows, as JSON.
import { chromium } from "playwright-core";

const [executablePath, address, file, picture] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
const asked = [];
page.on("request", (request) => asked.push(request.url()));
const errors = [];
page.on("pageerror", (error) => errors.push(String(error)));
const settled = () => page.waitForFunction(() => /leaves|errors|cannot/.test(document.getElementById("state").textContent), null, { timeout: 240000 });
const state = () => page.textContent("#state");
const working = (word) => page.waitForFunction((word) => document.getElementById("state").textContent.startsWith(word), word, { timeout: 240000 });

await page.goto(address);
await settled();
const first = await page.frameLocator("#page").locator("body").innerText();
await page.screenshot({ path: picture });
await page.selectOption("#target", "md");
await settled();
await page.waitForFunction(() => document.getElementById("plain").textContent.includes("# "), null, { timeout: 240000 });
const markdown = await page.textContent("#plain");
await page.fill("#yaml", "person: {nme: Ada}\n");
await page.waitForFunction(() => document.getElementById("problems").textContent.includes("unknown key"), null, { timeout: 240000 });
const wrong = { problems: await page.textContent("#problems"), state: await state() };
await page.setInputFiles("#file", file);
await page.waitForFunction(() => document.getElementById("yaml").value.includes("Imported from"), null, { timeout: 240000 });
await working("Nothing");
console.log(JSON.stringify({ first, markdown, wrong, imported: await page.inputValue("#yaml"), asked, errors }));
await browser.close();

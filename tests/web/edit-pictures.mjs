// Take the pictures of docs/edit.md. Arguments: the address of `cvrender edit`, and the folder for the pictures.
import { chromium } from "playwright-core";

const [address, folder] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: "en-US", colorScheme: "light" });
const picture = (name) => page.screenshot({ path: `${folder}/${name}.png` });
await page.goto(address);
await page.waitForSelector(".start");
await page.goto(`${new URL("/", address).href}?profile=helen-specimen`);
await page.waitForSelector(".line");
await page.click("#entry-publications-0");
await page.locator('[id="publications[0].title"]').focus();
await page.waitForSelector(".line.here");
await picture("edit");
await page.click("nav >> text=Views");
await page.fill("#view-name", "post");
await page.getByRole("button", { name: "Duplicate", exact: true }).click();
await page.waitForSelector("td input");
await page.getByLabel(/: post/).nth(2).click();
await page.getByText("Saved", { exact: true }).waitFor();
await page.waitForTimeout(5000); // until the page has no longer what was unticked
await picture("edit-views");
await page.click("nav >> text=Import");
await page.setInputFiles("#file", `${folder}/works.bib`);
await page.waitForSelector("blockquote");
await picture("edit-import");
await page.click("nav >> text=YAML");
await page.waitForSelector(".cm-content");
await page.locator(".cm-content").click();
await page.keyboard.press("Control+Home");
await page.locator(".cm-line span", { hasText: /^headline$|^name$/ }).first().hover();
await page.waitForSelector(".cm-tooltip");
await picture("edit-yaml");
await browser.close();

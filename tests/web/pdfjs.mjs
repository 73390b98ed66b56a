// Print the text of PDF files as pdf.js extracts it, one JSON string a line: Firefox's reader, and that of many web services.
import { readFileSync } from "node:fs";

console.log = console.warn = () => {}; // it warns that it could not draw
const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");

for (const file of process.argv.slice(2)) {
  const opened = await getDocument({ data: new Uint8Array(readFileSync(file)), verbosity: 0 }).promise;
  let text = "";
  for (let number = 1; number <= opened.numPages; number++) {
    const page = await opened.getPage(number);
    const { items } = await page.getTextContent();
    text += items.map((item) => item.str + (item.hasEOL ? "\n" : "")).join("") + "\n";
  }
  process.stdout.write(JSON.stringify(text) + "\n");
}

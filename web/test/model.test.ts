import assert from "node:assert/strict";
import { test } from "node:test";
import { at, coarser, dateInWords, formatPath, labelOf, languageName, movedIndex, parsePath, precisionOf, shapeOf, titleOf, usualFirst } from "../src/model";

const text = { type: ["string", "number"] };
const nothing = { type: "null" };

test("the shape of a schema is that of its long form", () => {
  assert.deepEqual(shapeOf({ anyOf: [text, nothing], "x-reads": "date" }), { kind: "text", reads: "date" });
  assert.deepEqual(shapeOf({ anyOf: [{ anyOf: [text, { type: "object", additionalProperties: text }] }, nothing] }), {
    kind: "prose",
  });
  assert.deepEqual(shapeOf({ anyOf: [text, { $ref: "#/$defs/Venue" }] }), { kind: "model", name: "Venue", short: true });
  assert.deepEqual(shapeOf({ anyOf: [text, { type: "array", items: text }] }), {
    kind: "list",
    item: { kind: "text", reads: "" },
  });
  assert.deepEqual(shapeOf({ anyOf: [{ enum: ["a", "b", null] }, nothing] }), { kind: "choice", choices: ["a", "b"] });
  assert.deepEqual(shapeOf({ type: "object", additionalProperties: {} }), { kind: "any" });
});

test("paths are written and read", () => {
  const path = ["publications", 3, "title"];
  assert.deepEqual(parsePath(formatPath(path)), path);
  assert.equal(at({ a: ["x", { b: "y" }] }, ["a", 1, "b"]), "y");
  assert.equal(at({ a: "x" }, ["a", 1, "b"]), undefined);
});

test("an entry is called by what it is about", () => {
  assert.equal(titleOf({ organization: "Works", title: "Engineer", date: "2020" }), "Engineer – Works");
  assert.equal(titleOf({ title: { en: "Loom", de: "Webstuhl" } }), "Loom");
  assert.equal(titleOf("Weaving"), "Weaving");
  assert.equal(labelOf("photo_alt"), "Photo alt");
});

test("what is selected stays selected when an entry moves", () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((index) => movedIndex(index, 1, 3)),
    [0, 3, 1, 2],
  );
  assert.deepEqual(
    [0, 1, 2, 3].map((index) => movedIndex(index, 3, 0)),
    [1, 2, 3, 0],
  );
});

test("a date keeps its precision, and becomes only coarser", () => {
  assert.deepEqual(["2020", "2020-05", "2020-05-03", "2020/2021", "soon"].map(precisionOf), ["year", "month", "day", "", ""]);
  assert.equal(coarser("2020-05-03", "month"), "2020-05");
  assert.equal(dateInWords("2020-05", "en"), "May 2020");
  assert.equal(dateInWords("2020-05-03", "de"), "3. Mai 2020");
  assert.equal(dateInWords("0050", "en"), "50");
  assert.equal(dateInWords("Spring 2020", "en"), "");
});

test("the usual values are offered first, and languages by their names", () => {
  assert.deepEqual(usualFirst(["article", "other", "book"], { book: "Buch", article: "Aufsatz" }), ["book", "article", "other"]);
  assert.equal(languageName("de", "fr"), "allemand (de)");
  assert.equal(languageName("not a code", "fr"), "not a code");
});

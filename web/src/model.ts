// Read the description of the models (JSON Schema with a few keys more): what kind of control a field needs.

export type Json = null | boolean | string | Json[] | { [key: string]: Json };
export type Path = (string | number)[];

export interface Schema {
  title?: string;
  description?: string;
  examples?: unknown[];
  type?: string | string[];
  enum?: (string | number | null)[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  $ref?: string;
  $defs?: Record<string, Schema>;
  titles?: Record<string, string>;
  labels?: Record<string, string>;
  choices?: Record<string, string>;
  "x-reads"?: string;
  "x-main"?: string[];
  "x-model"?: string;
}

export type Shape =
  | { kind: "text"; reads: string }
  | { kind: "prose" } // a text, or texts by language
  | { kind: "flag" }
  | { kind: "choice"; choices: string[] }
  | { kind: "list"; item: Shape }
  | { kind: "map"; value: Shape }
  | { kind: "model"; name: string; short: boolean }
  | { kind: "any" };

const isNull = (schema: Schema) => schema.type === "null";
const isText = (schema: Schema) => schema.type === "string" || (Array.isArray(schema.type) && schema.type.includes("string"));

/** What a schema describes, without the short forms that the file may also hold. */
export function shapeOf(schema: Schema, reads = schema["x-reads"] ?? "", model = schema["x-model"]): Shape {
  if (schema.$ref) return { kind: "model", name: schema.$ref.replace("#/$defs/", ""), short: false };
  if (schema.enum) return { kind: "choice", choices: schema.enum.filter((value) => typeof value === "string") as string[] };
  if (schema.anyOf) {
    const parts = schema.anyOf.filter((part) => !isNull(part));
    if (parts.length === 1) return shapeOf(parts[0]!, reads, model);
    const list = parts.find((part) => part.type === "array");
    const other = parts.find((part) => !isText(part));
    if (parts.every((part) => part === list || isText(part)) && list) return shapeOf(list, reads, model);
    if (parts.length === 2 && parts.some(isText) && other) {
      const shape = shapeOf(other, reads, model);
      if (shape.kind === "model") return { ...shape, short: true };
      if (shape.kind === "map" && shape.value.kind === "text") return { kind: "prose" };
    }
    const map = parts.find((part) => part.type === "object" && part.additionalProperties);
    return map ? shapeOf(map, reads, model) : { kind: "any" };
  }
  if (schema.type === "boolean") return { kind: "flag" };
  if (schema.type === "array" && schema.items) return { kind: "list", item: shapeOf(schema.items, reads, model) };
  if (
    schema.type === "object" &&
    typeof schema.additionalProperties === "object" &&
    Object.keys(schema.additionalProperties).length
  )
    return { kind: "map", value: shapeOf(schema.additionalProperties, reads) };
  if (isText(schema) || (Array.isArray(schema.type) && schema.type.includes("integer"))) return { kind: "text", reads };
  return { kind: "any" };
}

export const modelOf = (forms: Schema, name: string): Schema => forms.$defs?.[name] ?? {};

/** `photo_alt` becomes “Photo alt”. */
export const labelOf = (key: string) => {
  const words = key.replace(/[_-]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The values that a field offers in the order of their labels' file, the usual ones first; others stay behind. */
export const usualFirst = (choices: string[], labels: Record<string, string>) => {
  const order = Object.keys(labels);
  const place = (choice: string) => (choice in labels ? order.indexOf(choice) : order.length);
  return [...choices].sort((a, b) => place(a) - place(b));
};

/** The name of a language in a language, such as “German” for `de`, with its code. */
export const languageName = (code: string, language: string) => {
  try {
    return `${new Intl.DisplayNames([language], { type: "language" }).of(code)} (${code})`;
  } catch {
    return code;
  }
};

/** The words that stand for an entry in a list. */
export function titleOf(value: Json): string {
  if (value === null || typeof value === "boolean") return String(value ?? "");
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(titleOf).join(", ");
  const keys = [
    "title",
    "name",
    "organization",
    "institution",
    "text",
    "value",
    "role",
    "course",
    "degree",
    "label",
    "language",
    "url",
    "of",
  ];
  const known = keys.map((key) => value[key]).filter((part) => part != null);
  const first = known[0] ?? Object.values(value)[0] ?? "";
  const second = typeof first === "object" ? undefined : known[1];
  const shown = typeof first === "object" && first !== null && !Array.isArray(first) ? (Object.values(first)[0] ?? "") : first;
  return [shown, second].filter((part) => typeof part === "string" && part).join(" – ");
}

/** `publications[3].title` as a path. */
export const parsePath = (text: string): Path =>
  [...text.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map((found) => (found[1] === undefined ? found[2]! : Number(found[1])));

export const formatPath = (path: Path) =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`))
    .join("")
    .replace(/^\./, "");

export const at = (data: Json | undefined, path: Path): Json | undefined =>
  path.reduce<Json | undefined>((value, part) => (value as Record<string | number, Json> | undefined)?.[part], data);

/** Where an entry is after another one moved: what is selected stays selected. */
export const movedIndex = (index: number, from: number, to: number) =>
  index === from ? to : index > from && index <= to ? index - 1 : index < from && index >= to ? index + 1 : index;

export type Precision = "day" | "month" | "year";
/** How precise a date is, if it is one date in digits. */
export const precisionOf = (text: string): Precision | "" => {
  const found = /^\d{4}(-\d\d)?(-\d\d)?$/.exec(text);
  return !found ? "" : found[2] ? "day" : found[1] ? "month" : "year";
};
/** A date at a coarser precision; nothing is ever added to one. */
export const coarser = (text: string, precision: Precision) => text.slice(0, { year: 4, month: 7, day: 10 }[precision]);
/** A date in words of a language, if it is one date in digits. */
export function dateInWords(text: string, language: string): string {
  const precision = precisionOf(text);
  if (!precision) return "";
  const [year, month, day] = text.split("-").map(Number);
  const date = new Date(Date.UTC(year!, (month ?? 1) - 1, day ?? 1));
  date.setUTCFullYear(year!);
  const parts: Intl.DateTimeFormatOptions = { year: "numeric" };
  if (month) parts.month = "long";
  if (day) parts.day = "numeric";
  return new Intl.DateTimeFormat(language, { ...parts, timeZone: "UTC" }).format(date);
}

// Talk to the server: read the profile, send operations one after the other, and keep what is shown.

import { at, formatPath, type Json, type Path, type Schema, labelOf } from "./model";
import type { StyleOption } from "./look";
import dictionary from "./words.json";

export interface Problem {
  message: string;
  path: string;
  hint: string;
  severity: string;
  file: string;
  line: number;
}
export interface Profile {
  hash: string;
  files: string[];
  data: Record<string, Json> | null;
  problems: Problem[];
  own: string[];
  undo: string[];
  redo: string[];
}
export interface Operation {
  op: string;
  hash?: string;
  path?: Path;
  value?: Json;
  to?: number;
  file?: string;
  text?: string;
}
export interface Conflict {
  operation: Operation;
  theirs: Json | undefined;
}
export interface Line {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
  path: string;
}
/** `hash` is that of the files from which the paths of the lines are. */
export interface Pages {
  id: string;
  hash: string;
  sizes: [number, number][];
  lines: Line[][];
  views: string[];
  styles: string[];
  style: string;
  language: string[];
  looks: string[];
  options: StyleOption[];
}
export interface Proposal {
  id: string;
  kind: string;
  path: string;
  about: string;
  reason: string;
  old: string;
  new: string;
  line: number;
  text: string;
  fields: Record<string, string>;
  words: string[];
  places: { page: number; left: number; top: number; right: number; bottom: number }[];
}
export interface Start {
  profiles: string[];
  first: boolean;
  starters: string[];
  targets: Record<string, string>;
}

export const language = (() => {
  const asked = [new URLSearchParams(location.search).get("lang") ?? "", ...navigator.languages].map(
    (code) => code.split("-")[0]!,
  );
  return asked.find((code) => code in dictionary) ?? "en";
})();
export type Word = keyof (typeof dictionary)["en"];
const words = (dictionary as Record<string, Record<string, string>>)[language]!;
export const word = (key: Word) => words[key]!;

export const state = {
  start: null as Start | null,
  profile: "",
  forms: {} as Schema,
  found: null as Profile | null,
  pages: null as Pages | null,
  selected: ["person"] as Path,
  focused: "",
  status: "",
  conflict: null as Conflict | null,
  failures: [] as Problem[],
  unmade: [] as Problem[], // why the pages could not be made, though the profile is right
  proposals: [] as Proposal[],
  turn: 0, // counts the files that were brought in
  photo: null as File | null,
};
/** The label of a field in the language of the page. */
export const fieldLabel = (key: string, model = "") =>
  state.forms.labels?.[`${model}.${key}`] ?? state.forms.labels?.[key] ?? labelOf(key);
/** The label of a value that a field offers: its own one, or the title of a section. */
export const choiceLabel = (choice: string) => state.forms.choices?.[choice] ?? state.forms.titles?.[choice] ?? choice;
let listener = () => {};
export const onChange = (act: () => void) => {
  listener = act;
};
export const update = (changes: Partial<typeof state>) => {
  Object.assign(state, changes);
  listener();
};

async function answer(response: Response): Promise<any> {
  const data = await response.json().catch(() => ({}));
  if (response.status === 422) throw Object.assign(new Error("refused"), { problems: data.problems as Problem[] });
  if (!response.ok && response.status !== 409) throw new Error(String(response.status));
  return response.status === 409 ? { ...data, conflict: true } : data;
}

const query = (more: Record<string, string> = {}) =>
  new URLSearchParams({ ...(state.profile ? { profile: state.profile } : {}), ...more });
export const get = async (path: string, more: Record<string, string> = {}): Promise<any> => {
  const response = await fetch(`${path}?${query(more)}`);
  const data = await response.json();
  if (!response.ok) throw Object.assign(new Error("refused"), { problems: data.problems ?? [] });
  return data;
};
export const post = (path: string, body: unknown, more: Record<string, string> = {}) =>
  fetch(`${path}?${query(more)}`, {
    method: "POST",
    headers: { "x-cvrender": "edit" },
    keepalive: !(body instanceof Blob) && JSON.stringify(body).length < 50_000, // it is sent though the page is left
    body: body instanceof Blob ? body : JSON.stringify(body),
  }).then(answer);

const fail = (error: any) =>
  update({
    status: "",
    failures: error.problems ?? [{ message: word("stopped"), path: "", hint: "", severity: "error", file: "", line: 0 }],
  });

let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;
/** Wait for the changes that are being saved. */
export const settled = () => queue;
/** Say whether a change is being saved, so that what was answered before it is old. */
export const saving = () => waiting > 0;

/** Send a request that changes the profile when those before it are answered; say whether it was done. */
export function send(path: string, body: Record<string, unknown>): Promise<boolean> {
  waiting += 1;
  update({ status: word("saving"), failures: [] });
  const done = queue.then(async () => {
    try {
      const found = await post(path, { hash: state.found?.hash ?? "", ...body });
      waiting -= 1;
      if (found.conflict) {
        const operation = body as unknown as Operation;
        update({ found, status: "", conflict: { operation, theirs: at(found.data ?? {}, operation.path ?? []) } });
        return false;
      }
      update({ found, status: waiting ? word("saving") : word("saved"), conflict: null });
      if (!waiting) void showPages();
      return true;
    } catch (error) {
      waiting -= 1;
      fail(error);
      return false;
    }
  });
  queue = done;
  return done;
}
export const change = (operation: Operation) => send("/api/change", operation as unknown as Record<string, unknown>);

/** Read the profile again, if another program or page changed it. */
export async function refresh() {
  if (waiting || !state.profile) return;
  try {
    const found: Profile = await get("/api/document");
    if (found.hash !== state.found?.hash) update({ found });
  } catch (error) {
    fail(error);
  }
  await showPages();
}

/** What the address says of how the pages are shown: view, style, language, and options of the style. */
export const chosen = (name: string) => new URLSearchParams(location.search).get(name) ?? "";
export const choose = (name: string, value: string, more = false) => {
  const address = new URLSearchParams(location.search);
  if (value) address.set(name, value);
  else address.delete(name);
  history.replaceState(null, "", `?${address}`);
  if (more) return;
  update({});
  void showPages();
};

/** Wait for the pictures of pages that are in sight; what else is asked of the server would delay them. */
const picturesInSight = () =>
  Promise.all(
    [...document.querySelectorAll<HTMLImageElement>("#pages img")]
      .filter((each) => each.getBoundingClientRect().bottom > 0 && each.getBoundingClientRect().top < innerHeight)
      .map((each) => each.decode().catch(() => {})),
  );

let turn = 0;
export async function showPages() {
  const mine = ++turn;
  const hash = state.found?.hash ?? "";
  const more: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(location.search))
    if (["view", "style", "language"].includes(name) || name.startsWith("set.")) more[name] = value;
  try {
    const shown = await get("/api/state", more);
    if (mine !== turn) return;
    update({ unmade: shown.problems });
    if (!shown.pages) return;
    const old = state.pages;
    const known = old && old.id === shown.pages.id && old.hash === hash ? old.lines : [];
    const common = {
      views: shown.choices.view,
      styles: shown.choices.style,
      style: shown.style,
      language: shown.choices.language,
      looks: shown.choices.look,
      options: shown.options,
    };
    update({ pages: { ...shown.pages, ...common, lines: known, hash } });
    if (known.length) return;
    await picturesInSight();
    if (mine !== turn) return;
    const lines = await get("/api/lines", more);
    if (mine === turn) update({ pages: { ...state.pages!, lines } });
  } catch (error: any) {
    if (mine === turn) update({ unmade: error.problems ?? [] });
  }
}

export async function open(profile: string) {
  state.profile = profile;
  const address = new URLSearchParams(location.search);
  address.set("profile", profile);
  history.replaceState(null, "", `?${address}`);
  try {
    const [forms, found] = await Promise.all([get("/api/forms", { language }), get("/api/document")]);
    update({ forms, found, profile, failures: [], pages: null, selected: found.data ? ["person"] : ["yaml"] });
  } catch (error) {
    fail(error);
  }
  await showPages();
}

async function imported(body: Blob, more: Record<string, string>) {
  update({ status: word("saving"), failures: [] });
  try {
    const found = await post("/api/import", body, more);
    if (state.profile)
      update({ proposals: found.proposals, status: "", failures: found.problems, selected: ["proposals"], turn: state.turn + 1 });
    else {
      await open(found.profile);
      update({ status: word("saved"), failures: found.problems });
    }
  } catch (error) {
    fail(error);
  }
}
/** Read a dropped file: proposals for the open profile, or a new profile; a picture becomes the photo when it is cut. */
export async function bringIn(file: File) {
  if (state.profile && /^image\/(png|jpeg)$/.test(file.type)) update({ photo: file, selected: ["photo"], failures: [] });
  else await imported(file, { name: file.name });
}
/** Fetch what ORCID iDs, DOIs and PubMed numbers name, the only thing that asks services. */
export const bringIdentifiers = (identifiers: string) => imported(new Blob([]), { identifiers });
export async function decide(ids: string[], accept: boolean, text: string | null = null) {
  if (await send("/api/decide", { ids, accept, text })) update({ proposals: await get("/api/proposals") });
}

export const problemsAt = (path: Path) => {
  const here = formatPath(path);
  return state.found?.problems.filter((problem) => problem.path === here) ?? [];
};
export { fail };

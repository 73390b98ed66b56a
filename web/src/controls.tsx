// The controls of single values: a text, a text per language, a box to tick, a choice.

import { useEffect, useRef, useState } from "preact/hooks";
import { at, coarser, dateInWords, formatPath, type Json, type Path, languageName, type Precision, precisionOf, type Shape, usualFirst } from "./model";
import { Menu } from "./menu";
import { change, choiceLabel, type Conflict, get, language, problemsAt, saving, state, update, word } from "./store";

export type Fields = { [key: string]: Json };
export const isMapping = (value: Json | undefined): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const textOf = (value: Json | undefined) =>
  value == null ? "" : typeof value === "string" ? value : JSON.stringify(value);

/** Set a value; an empty one takes the key away. */
export const put = (path: Path, value: Json | undefined) => {
  const known = at(state.found?.data ?? {}, path);
  if (value === known || (value === "" && known === undefined)) return Promise.resolve(true);
  return change(
    value === "" && typeof path.at(-1) === "string" ? { op: "delete", path } : { op: "set", path, value: value ?? null },
  );
};

interface TextProps {
  path: Path;
  value: Json | undefined;
  label: string;
  help?: string;
  example?: string;
  long?: boolean;
  reads?: string;
  hidden?: boolean;
  model?: string;
  save?: (value: string) => void;
}

/** What a field says about a text while it is typed: as what it is read, or what is wrong. Only some fields are asked. */
function useReading(model: string | undefined, path: Path, reads: string, draft: string | null) {
  const [found, setFound] = useState<{ reading?: string; problem?: string; hint?: string } | null>(null);
  const asked = model !== undefined && /^(date|identifier|link|percentage|whole)/.test(reads);
  useEffect(() => {
    setFound(null);
    if (!asked || !draft) return;
    const timer = setTimeout(
      () => void get("/api/read", { model: model!, key: String(path.at(-1)), value: draft }).then(setFound, () => {}),
      150,
    );
    return () => clearTimeout(timer);
  }, [draft]);
  return found;
}

/** The precision of a date, which can be made coarser; what is finer has to be typed. */
function PrecisionField({ value, label, edit }: { value: string; label: string; edit: (text: string) => void }) {
  const precision = precisionOf(value);
  if (!precision || precision === "year") return null;
  const names = new Intl.DisplayNames([language], { type: "dateTimeField" });
  const known: Precision[] = precision === "day" ? ["day", "month", "year"] : ["month", "year"];
  return (
    <select
      class="small"
      aria-label={`${label}: ${dateInWords(value, language)}`}
      value={precision}
      onChange={(event) => edit(coarser(value, event.currentTarget.value as Precision))}
    >
      {known.map((each) => (
        <option key={each} value={each}>
          {names.of(each)}
        </option>
      ))}
    </select>
  );
}

/** A text that is saved a third of a second after the last key, and when the focus leaves. */
export function TextField({ path, value, label, help, example, long, reads = "", hidden, model, save }: TextProps) {
  const id = formatPath(path) || label;
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef(0);
  const control = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const latest = useRef("");
  const base = useRef<string | null>(null); // what the file said when the first key was pressed
  const problems = problemsAt(path);
  const isAt = (conflict: Conflict | null) => conflict !== null && formatPath(conflict.operation.path ?? []) === formatPath(path);
  const inConflict = isAt(state.conflict);
  useEffect(() => {
    if (!inConflict) return;
    return () => {
      setDraft(null); // it was decided which side is saved
      base.current = null;
    };
  }, [inConflict]);
  const commit = async (text: string) => {
    clearTimeout(timer.current);
    if (isAt(state.conflict)) return; // a person decides
    const theirs = at(state.found?.data ?? {}, path);
    if (base.current !== null && textOf(theirs) !== base.current && textOf(theirs) !== text) {
      update({ conflict: { operation: { op: "set", path, value: text }, theirs } });
      return;
    }
    const done = save ? save(text) : await put(path, text);
    base.current = text;
    if (done !== false && latest.current === text) {
      setDraft(null);
      base.current = null;
    }
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const edit = (text: string) => {
    latest.current = text;
    base.current ??= textOf(value);
    setDraft(text);
    clearTimeout(timer.current);
    if (isAt(state.conflict)) {
      const operation = { ...state.conflict!.operation, op: "set", value: text };
      return update({ conflict: { operation, theirs: state.conflict!.theirs } });
    }
    timer.current = window.setTimeout(() => commit(text), 350);
  };
  const around = (before: string, after: string) => {
    const box = control.current!;
    const [start, end] = [box.selectionStart ?? 0, box.selectionEnd ?? 0];
    edit(box.value.slice(0, start) + before + box.value.slice(start, end) + after + box.value.slice(end));
    box.focus();
  };
  const shown = draft ?? textOf(value);
  const isDate = reads.startsWith("date");
  const reading = useReading(model, path, reads, draft);
  const described = [help ? `${id}-help` : "", problems.length ? `${id}-problem` : ""].filter(Boolean).join(" ");
  const common = {
    id,
    ref: control,
    value: shown,
    placeholder: example,
    dir: "auto" as const,
    "aria-describedby": described || undefined,
    "aria-invalid": problems.length > 0 || undefined,
    onInput: (event: { currentTarget: { value: string } }) => edit(event.currentTarget.value),
    onBlur: () => {
      if (draft !== null) void commit(draft);
    },
    onFocus: () => update({ focused: id }),
  };
  return (
    <div class="field">
      <label for={id} class={hidden ? "unseen" : ""}>
        {label}
      </label>
      {long && (
        <span class="marks" role="group" aria-label={label}>
          <button type="button" aria-label={word("bold")} onClick={() => around("**", "**")}>
            <b>B</b>
          </button>
          <button type="button" aria-label={word("italic")} onClick={() => around("*", "*")}>
            <i>I</i>
          </button>
          <button type="button" aria-label={word("link")} onClick={() => around("[", "](https://)")}>
            ↗
          </button>
        </span>
      )}
      {long ? (
        <textarea {...common} rows={Math.min(12, Math.max(2, Math.ceil(shown.length / 60)))} />
      ) : (
        <input {...common} type="text" />
      )}
      {isDate && <PrecisionField value={shown} label={label} edit={edit} />}
      {(reading || (isDate && dateInWords(shown, language))) && (
        <small class={reading?.problem ? "problem" : "reading"} role="status">
          {reading?.problem
            ? `${reading.problem}${reading.hint ? ` – ${reading.hint}` : ""}`
            : `${word("readAs")}: ${dateInWords(reading?.reading ?? shown, language) || reading?.reading}`}
        </small>
      )}
      {reads.includes("present") && (
        <button type="button" class="small" onClick={() => edit("present")}>
          {word("now")}
        </button>
      )}
      <Below id={id} help={help} path={path} />
    </div>
  );
}

export function Below({ id, help, path }: { id: string; help?: string; path: Path }) {
  const problems = problemsAt(path);
  return (
    <>
      {help && <small id={`${id}-help`}>{help.replace(/`/g, "")}</small>}
      {problems.length > 0 && (
        <p class="problem" id={`${id}-problem`}>
          {problems.map((problem) => `${problem.message}${problem.hint ? ` – ${problem.hint}` : ""}`).join("; ")}
        </p>
      )}
    </>
  );
}

/** A text in one language, or texts per language side by side. */
export function Prose({ path, value, label, help, example, hidden }: TextProps) {
  const main = typeof state.found?.data?.language === "string" ? state.found.data.language : "en";
  const languages = isMapping(value) ? Object.keys(value) : [];
  const others = (state.pages?.language ?? ["en", "de", "fr", "es", "zh"]).filter(
    (code) => !languages.includes(code) && (languages.length || code !== main),
  );
  const add = (code: string) =>
    change(
      isMapping(value)
        ? { op: "set", path: [...path, code], value: textOf(value[languages[0]!]) }
        : { op: "set", path, value: { [main]: textOf(value), [code]: textOf(value) } },
    );
  return (
    <div class={hidden ? "prose bare" : "prose"}>
      {isMapping(value) ? (
        <fieldset class="languages">
          <legend>{label}</legend>
          {languages.map((code) => (
            <TextField key={code} path={[...path, code]} value={value[code]} label={languageName(code, language)} long />
          ))}
          <Below id={formatPath(path)} help={help} path={path} />
        </fieldset>
      ) : (
        <TextField
          path={path}
          value={value}
          label={label}
          help={help}
          example={example}
          hidden={hidden}
          long={textOf(value).length > 60 || /bio|abstract|description|note|text|statement/.test(String(path.at(-1)))}
        />
      )}
      {value != null && value !== "" && (
        <Menu
          label={hidden ? "文A" : `+ ${word("addLanguage")}`}
          name={`${label}: ${word("addLanguage")}`}
          items={others.map((code) => ({ key: code, text: languageName(code, language) }))}
          act={(code) => void add(code)}
        />
      )}
    </div>
  );
}

export interface FieldProps {
  path: Path;
  shape: Shape;
  value: Json | undefined;
  label: string;
  help?: string;
  example?: string;
  hidden?: boolean;
  model?: string;
}

/** What was chosen, until the file says so. */
export function useChosen<Value>(value: Value, turn: unknown = state.found?.hash): [Value, (chosen: Value) => void] {
  const [chosen, setChosen] = useState<{ value: Value } | null>(null);
  useEffect(() => {
    if (!saving()) setChosen(null);
  }, [turn]);
  return [chosen ? chosen.value : value, (found) => setChosen({ value: found })];
}

export function Flag({ path, value, label, help }: FieldProps) {
  const [shown, choose] = useChosen(value === true);
  const id = formatPath(path);
  const act = (checked: boolean) => {
    choose(checked);
    void put(path, checked ? true : "");
  };
  return (
    <div class="field flag">
      <input
        type="checkbox"
        id={id}
        checked={shown}
        onFocus={() => update({ focused: id })}
        onChange={(event) => act(event.currentTarget.checked)}
        aria-describedby={help ? `${id}-help` : undefined}
      />
      <label for={id}>{label}</label>
      <Below id={id} help={help} path={path} />
    </div>
  );
}

export function Choice({ path, value, label, help, choices }: FieldProps & { choices: string[] }) {
  const [shown, choose] = useChosen(textOf(value));
  const id = formatPath(path);
  const known = usualFirst(shown && !choices.includes(shown) ? [shown, ...choices] : choices, state.forms.choices ?? {});
  const act = (chosen: string) => {
    choose(chosen);
    void put(path, chosen);
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={shown}
        onFocus={() => update({ focused: id })}
        onChange={(event) => act(event.currentTarget.value)}
        aria-describedby={help ? `${id}-help` : undefined}
      >
        <option value="">{word("none")}</option>
        {known.map((choice) => (
          <option key={choice} value={choice}>
            {choiceLabel(choice)}
          </option>
        ))}
      </select>
      <Below id={id} help={help} path={path} />
    </div>
  );
}

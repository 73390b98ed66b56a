// Make the control of a field from its description: nothing here knows a kind of entry.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Json, type Path, type Schema, type Shape, at, formatPath, labelOf, modelOf, shapeOf, titleOf } from "./model";
import { change, problemsAt, state, update, word } from "./store";

type Fields = { [key: string]: Json };
const isMapping = (value: Json | undefined): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: Json | undefined) => (value == null ? "" : typeof value === "string" ? value : JSON.stringify(value));

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
  save?: (value: string) => void;
}

/** A text that is saved half a second after the last key, and when the focus leaves. */
export function TextField({ path, value, label, help, example, long, reads = "", hidden, save }: TextProps) {
  const id = formatPath(path) || label;
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef(0);
  const control = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const latest = useRef("");
  const base = useRef<string | null>(null); // what the file said when the first key was pressed
  const problems = problemsAt(path);
  const commit = async (text: string) => {
    clearTimeout(timer.current);
    const theirs = at(state.found?.data ?? {}, path);
    if (base.current !== null && textOf(theirs) !== base.current && textOf(theirs) !== text) {
      update({ conflict: { operation: { op: "set", path, value: text }, theirs } });
      base.current = textOf(theirs);
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
    timer.current = window.setTimeout(() => commit(text), 500);
  };
  const around = (before: string, after: string) => {
    const box = control.current!;
    const [start, end] = [box.selectionStart ?? 0, box.selectionEnd ?? 0];
    edit(box.value.slice(0, start) + before + box.value.slice(start, end) + after + box.value.slice(end));
    box.focus();
  };
  const shown = draft ?? textOf(value);
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
      {reads.includes("present") && (
        <button type="button" class="small" onClick={() => edit("present")}>
          {word("now")}
        </button>
      )}
      <Below id={id} help={help} path={path} />
    </div>
  );
}

function Below({ id, help, path }: { id: string; help?: string; path: Path }) {
  const problems = problemsAt(path);
  return (
    <>
      {help && <small id={`${id}-help`}>{help}</small>}
      {problems.length > 0 && (
        <p class="problem" id={`${id}-problem`}>
          {problems.map((problem) => `${problem.message}${problem.hint ? ` – ${problem.hint}` : ""}`).join("; ")}
        </p>
      )}
    </>
  );
}

/** A text in one language, or texts per language side by side. */
function Prose({ path, value, label, help, example }: TextProps) {
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
    <div class="prose">
      {isMapping(value) ? (
        <fieldset class="languages">
          <legend>{label}</legend>
          {languages.map((code) => (
            <TextField key={code} path={[...path, code]} value={value[code]} label={code} long />
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
          long={textOf(value).length > 60 || /bio|abstract|description|note|text|statement/.test(String(path.at(-1)))}
        />
      )}
      {value != null && value !== "" && (
        <select
          class="small"
          aria-label={`${label}: ${word("addLanguage")}`}
          value=""
          onChange={(event) => {
            if (event.currentTarget.value) void add(event.currentTarget.value);
          }}
        >
          <option value="">{`+ ${word("addLanguage")}`}</option>
          {others.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </select>
      )}
    </div>
  );
}

interface FieldProps {
  path: Path;
  shape: Shape;
  value: Json | undefined;
  label: string;
  help?: string;
  example?: string;
  hidden?: boolean;
}

/** What was chosen, until the file says so. */
function useChosen<Value>(value: Value): [Value, (chosen: Value) => void] {
  const [chosen, setChosen] = useState<{ value: Value } | null>(null);
  useEffect(() => setChosen(null), [state.found?.hash]);
  return [chosen ? chosen.value : value, (found) => setChosen({ value: found })];
}

function Flag({ path, value, label, help }: FieldProps) {
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

function Choice({ path, value, label, help, choices }: FieldProps & { choices: string[] }) {
  const [shown, choose] = useChosen(textOf(value));
  const id = formatPath(path);
  const known = shown && !choices.includes(shown) ? [shown, ...choices] : choices;
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
            {choice}
          </option>
        ))}
      </select>
      <Below id={id} help={help} path={path} />
    </div>
  );
}

export function Field(props: FieldProps) {
  const { path, shape, value } = props;
  if (shape.kind === "flag") return <Flag {...props} />;
  if (shape.kind === "choice") return <Choice {...props} choices={shape.choices} />;
  if (shape.kind === "prose") return <Prose {...props} />;
  if (shape.kind === "text")
    return Array.isArray(value) || isMapping(value) ? <Raw {...props} /> : <TextField {...props} reads={shape.reads} />;
  if (shape.kind === "list" && shape.item.kind === "text" && shape.item.reads.startsWith("date") && !Array.isArray(value))
    return <TextField {...props} />;
  if (shape.kind === "list") return isMapping(value) ? <Raw {...props} /> : <List {...props} item={shape.item} />;
  if (shape.kind === "map") return <Mapping {...props} inner={shape.value} />;
  if (shape.kind === "model") return <Nested {...props} model={shape.name} short={shape.short} />;
  return <Raw {...props} />;
}

/** Data of any shape as JSON, for keys that no declaration describes; numbers are texts, as the file's reader reads them. */
function Raw({ path, value, label, help }: FieldProps) {
  const [wrong, setWrong] = useState("");
  const asTexts = (found: unknown): Json =>
    typeof found === "number"
      ? String(found)
      : Array.isArray(found)
        ? found.map(asTexts)
        : found && typeof found === "object"
          ? Object.fromEntries(Object.entries(found).map(([key, part]) => [key, asTexts(part)]))
          : (found as Json);
  const save = (text: string) => {
    try {
      setWrong("");
      void put(path, /^\s*[[{]/.test(text) ? asTexts(JSON.parse(text)) : text);
    } catch (error) {
      setWrong(String(error));
    }
  };
  return (
    <div>
      <TextField path={path} value={value} label={label} help={help} save={save} long={false} />
      {wrong && <p class="problem">{wrong}</p>}
    </div>
  );
}

const emptyOf = (shape: Shape): Json =>
  shape.kind === "model" && !shape.short
    ? Object.fromEntries((modelOf(state.forms, shape.name).required ?? []).map((key) => [key, ""]))
    : "";

function List({ path, value, label, help, item }: FieldProps & { item: Shape }) {
  const items = Array.isArray(value) ? value : value == null ? [] : [value];
  const alone = !Array.isArray(value) && value != null;
  const known = path.at(-1) === "tags" ? allTags().filter((tag) => !items.includes(tag)) : [];
  const act = (act: () => unknown) => (alone ? void change({ op: "set", path, value: items }).then(act) : void act());
  const add = (more: Json) => act(() => change({ op: "insert", path: [...path, items.length], value: more }));
  return (
    <fieldset class="list">
      <legend>{label}</legend>
      <Below id={formatPath(path)} help={help} path={path} />
      <ol>
        {items.map((part, index) => (
          <li key={index}>
            <div class="item">
              {alone ? (
                <TextField path={path} value={part} label={`${label} ${index + 1}`} hidden />
              ) : (
                <Field path={[...path, index]} shape={item} value={part} label={`${label} ${index + 1}`} hidden />
              )}
            </div>
            <Buttons
              label={`${label} ${index + 1}`}
              up={index > 0 ? () => act(() => change({ op: "move", path: [...path, index], to: index - 1 })) : undefined}
              down={
                index < items.length - 1
                  ? () => act(() => change({ op: "move", path: [...path, index], to: index + 1 }))
                  : undefined
              }
              remove={() => act(() => change({ op: "delete", path: [...path, index] }))}
            />
          </li>
        ))}
      </ol>
      {known.map((tag) => (
        <button type="button" class="chip" key={tag} onClick={() => add(tag)}>{`+ ${tag}`}</button>
      ))}
      <button
        type="button"
        class="small"
        onClick={() => add(emptyOf(item))}
        aria-label={`${word("add")}: ${label}`}
      >{`+ ${word("add")}`}</button>
    </fieldset>
  );
}

function Buttons({ label, up, down, remove }: { label: string; up?: () => void; down?: () => void; remove: () => void }) {
  return (
    <span class="buttons">
      {(up || down) && (
        <button type="button" disabled={!up} onClick={up} aria-label={`${word("up")}: ${label}`}>
          ↑
        </button>
      )}
      {(up || down) && (
        <button type="button" disabled={!down} onClick={down} aria-label={`${word("down")}: ${label}`}>
          ↓
        </button>
      )}
      <button type="button" onClick={remove} aria-label={`${word("delete")}: ${label}`}>
        ×
      </button>
    </span>
  );
}

function allTags(): string[] {
  const found = new Set<string>();
  for (const entries of Object.values(state.found?.data ?? {}))
    if (Array.isArray(entries))
      for (const entry of entries)
        if (isMapping(entry) && Array.isArray(entry.tags))
          for (const tag of entry.tags) if (typeof tag === "string") found.add(tag);
  return [...found].sort();
}

function Mapping({ path, value, label, help, inner }: FieldProps & { inner: Shape }) {
  const [name, setName] = useState("");
  const add = () => {
    if (name) void change({ op: "set", path: [...path, name], value: emptyOf(inner) }).then(() => setName(""));
  };
  const id = `${formatPath(path)}-new`;
  if (Array.isArray(value)) return <Raw path={path} value={value} label={label} help={help} shape={{ kind: "any" }} />;
  return (
    <fieldset class="list">
      <legend>{label}</legend>
      <Below id={formatPath(path)} help={help} path={path} />
      {isMapping(value) &&
        Object.entries(value).map(([key, part]) => (
          <div class="row" key={key}>
            <div class="item">
              <Field path={[...path, key]} shape={inner} value={part} label={key} />
            </div>
            <Buttons label={key} remove={() => change({ op: "delete", path: [...path, key] })} />
          </div>
        ))}
      <div class="row">
        <div class="field">
          <label for={id}>{word("add")}</label>
          <input id={id} type="text" value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </div>
        <button type="button" class="small" onClick={add} aria-label={`${word("add")}: ${label}`}>
          +
        </button>
      </div>
    </fieldset>
  );
}

/** Show what is within only when it is opened: a model may contain itself. */
export function Fold({ title, open, children }: { title: string; open?: boolean; children: () => ComponentChildren }) {
  const [shown, setShown] = useState(open ?? false);
  return (
    <details open={shown} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{title}</summary>
      {shown && children()}
    </details>
  );
}

function Nested({ path, value, label, help, example, hidden, model, short }: FieldProps & { model: string; short: boolean }) {
  const main = modelOf(state.forms, model).required?.[0];
  if (short && main && !isMapping(value))
    return (
      <div class="short">
        <TextField path={path} value={value} label={label} help={help} example={example} hidden={hidden} />
        {value != null && (
          <button
            type="button"
            class="small"
            onClick={() => change({ op: "set", path, value: { [main]: textOf(value) } })}
            aria-label={`${word("details")}: ${label}`}
          >
            …
          </button>
        )}
      </div>
    );
  const title = isMapping(value) ? titleOf(value) : "";
  return (
    <Fold title={title ? `${hidden ? "" : `${label}: `}${title}` : label}>
      {() => <Form path={path} model={model} value={value} />}
    </Fold>
  );
}

const exampleOf = (schema: Schema) => {
  const [found] = schema.examples ?? [];
  return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
};

/** The fields of a model: those that are always shown or set, then the others, then unknown keys. */
export function Form({
  path,
  model,
  value,
  without = [],
}: {
  path: Path;
  model: string;
  value: Json | undefined;
  without?: string[];
}) {
  const schema = model ? modelOf(state.forms, model) : state.forms;
  const fields = Object.entries(schema.properties ?? {}).filter(([key]) => !without.includes(key));
  const data: Fields = isMapping(value) ? value : {};
  const isMain = (key: string) => key in data || (schema["x-main"] ?? []).includes(key);
  const rest = fields.filter(([key]) => !isMain(key));
  const unknown = Object.keys(data).filter((key) => !(key in (schema.properties ?? {})));
  const field = ([key, part]: [string, Schema]) => (
    <Field
      key={key}
      path={[...path, key]}
      shape={shapeOf(part)}
      value={data[key]}
      label={labelOf(key)}
      help={part.description}
      example={exampleOf(part)}
    />
  );
  return (
    <div class="form">
      {fields.filter(([key]) => isMain(key)).map(field)}
      {unknown.map((key) => (
        <Raw key={key} path={[...path, key]} shape={{ kind: "any" }} value={data[key]} label={key} />
      ))}
      {rest.length > 0 && <Fold title={`${word("more")} (${rest.length})`}>{() => rest.map(field)}</Fold>}
    </div>
  );
}

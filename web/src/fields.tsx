// Make the control of a field from its description: nothing here knows a kind of entry.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Below, Choice, type FieldProps, type Fields, Flag, isMapping, Prose, put, textOf, TextField } from "./controls";
import { formatPath, type Json, modelOf, type Path, type Schema, type Shape, shapeOf, titleOf } from "./model";
import { change, fieldLabel, state, word } from "./store";

export function Field(props: FieldProps) {
  const { shape, value } = props;
  if (shape.kind === "flag") return <Flag {...props} />;
  if (shape.kind === "choice") return <Choice {...props} choices={shape.choices} />;
  if (shape.kind === "prose") return <Prose {...props} />;
  if (shape.kind === "text")
    return Array.isArray(value) || isMapping(value) ? <Raw {...props} /> : <TextField {...props} reads={shape.reads} />;
  if (shape.kind === "list" && shape.item.kind === "text" && shape.item.reads.startsWith("date") && !Array.isArray(value))
    return <TextField {...props} reads={shape.item.reads} />;
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
  const addEmpty = () =>
    act(async () => {
      const fresh = [...path, items.length];
      if (!(await change({ op: "insert", path: fresh, value: emptyOf(item) }))) return;
      const id = CSS.escape(formatPath(fresh));
      document.querySelector<HTMLElement>(`#form [id^="${id}"]:is(input, textarea, select)`)?.focus();
    });
  return (
    <fieldset class={items.length ? "list" : "list bare"}>
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
        onClick={addEmpty}
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
export function Fold({
  title,
  open,
  onOpen,
  children,
}: {
  title: string;
  open?: boolean;
  onOpen?: (open: boolean) => void;
  children: () => ComponentChildren;
}) {
  const [shown, setShown] = useState(open ?? false);
  return (
    <details open={shown} onToggle={(event) => {
        setShown(event.currentTarget.open);
        onOpen?.(event.currentTarget.open);
      }}>
      <summary>{title}</summary>
      {shown && children()}
    </details>
  );
}

/** Facts of a value that are true or false, such as the marks of an author, as buttons that stay pressed. */
function Marks({ path, value, label, marks, main }: FieldProps & { marks: string[]; main: string }) {
  const data: Fields = isMapping(value) ? value : { [main]: textOf(value) };
  const act = (mark: string) =>
    data[mark] === true
      ? change({ op: "delete", path: [...path, mark] })
      : isMapping(value)
        ? change({ op: "set", path: [...path, mark], value: true })
        : change({ op: "set", path, value: { ...data, [mark]: true } });
  return (
    <>
      {marks.map((mark) => (
        <button
          type="button"
          key={mark}
          class="chip"
          aria-pressed={data[mark] === true}
          aria-label={`${fieldLabel(mark)}: ${label}`}
          onClick={() => act(mark)}
        >
          {fieldLabel(mark)}
        </button>
      ))}
    </>
  );
}

function Nested({ path, value, label, help, example, hidden, model, short }: FieldProps & { model: string; short: boolean }) {
  const schema = modelOf(state.forms, model);
  const main = schema.required?.[0];
  const marks = Object.keys(schema.properties ?? {}).filter((key) => key !== "private" && isFlag(schema.properties![key]!));
  const plain = isMapping(value) && main && Object.keys(value).every((key) => key === main || marks.includes(key));
  const own = state.found?.own.includes(textOf(isMapping(value) && main ? value[main] : value)) && path.includes("authors");
  const after = main && value != null && value !== "" && (
    <>
      {own && <span class="own">{word("you")}</span>}
      {marks.length > 0 && <Marks path={path} shape={{ kind: "any" }} value={value} label={label} marks={marks} main={main} />}
    </>
  );
  if (short && main && marks.length > 0 && plain)
    return (
      <div class="short">
        <TextField path={[...path, main]} value={value[main]} label={label} help={help} hidden={hidden} />
        {after}
      </div>
    );
  if (short && main && !isMapping(value))
    return (
      <div class="short">
        <TextField path={path} value={value} label={label} help={help} example={example} hidden={hidden} />
        {after}
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

const isFlag = (schema: Schema) => shapeOf(schema).kind === "flag";

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
  const [folded, setFolded] = useState<string[]>([]); // what stays under “more” while that is open, though it gets a value
  const isMain = (key: string) => (key in data && !folded.includes(key)) || (schema["x-main"] ?? []).includes(key);
  const rest = fields.filter(([key]) => !isMain(key));
  const unknown = Object.keys(data).filter((key) => !(key in (schema.properties ?? {})));
  const field = ([key, part]: [string, Schema]) => (
    <Field
      key={key}
      path={[...path, key]}
      shape={shapeOf(part)}
      value={data[key]}
      label={fieldLabel(key, model)}
      model={model || "Profile"}
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
      {rest.length > 0 && <Fold
          title={`${word("more")} (${rest.length})`}
          onOpen={(open) => setFolded(open ? rest.map(([key]) => key) : [])}
        >{() => rest.map(field)}</Fold>}
    </div>
  );
}

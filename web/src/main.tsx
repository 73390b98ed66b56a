// Draw the page: outline, form and pages of one profile, or the start page.

import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Field, Fold, Form } from "./fields";
import { at, formatPath, parsePath, shapeOf, type Json } from "./model";
import { Views } from "./views";
import { isCollection, Outline, sectionTitle } from "./outline";
import {
  bringIn,
  change,
  decide,
  fail,
  get,
  language,
  type Line,
  onChange,
  open,
  post,
  refresh,
  send,
  showPages,
  state,
  update,
  word,
} from "./store";

const choose = (name: string, value: string) => {
  const address = new URLSearchParams(location.search);
  if (value) address.set(name, value);
  else address.delete(name);
  history.replaceState(null, "", `?${address}`);
  void showPages();
};
const chosen = (name: string) => new URLSearchParams(location.search).get(name) ?? "";
const textOf = (value: Json | undefined) => (typeof value === "string" ? value : JSON.stringify(value ?? null));

/** Open the form of a line of a page, and give the field that says it the focus. */
function openLine(line: Line) {
  const path = parsePath(line.path);
  if (!path.length) return;
  update({
    selected: isCollection(String(path[0]))
      ? path.slice(0, 2)
      : path[0] === "person" || path[0] === "bio"
        ? [path[0]]
        : ["settings"],
    focused: line.path,
  });
  const words = line.text.toLowerCase();
  setTimeout(() => {
    const controls = [...document.querySelectorAll<HTMLInputElement>("#form input[type=text], #form textarea, #form select")];
    const said = controls.filter((each) => each.value.length > 2 && words.includes(each.value.toLowerCase().slice(0, 20)));
    const found =
      document.getElementById(line.path) ??
      said.sort((a, b) => b.value.length - a.value.length)[0] ??
      controls.find((each) => each.id.startsWith(line.path)) ??
      controls[0];
    found?.focus();
    found?.scrollIntoView({ block: "center" });
  }, 30);
}

/** Whether a line says what the field with the focus holds, or at least belongs to its entry. */
function marks(line: Line): string {
  const focused = state.focused;
  if (!focused || !line.path) return "";
  const entry = formatPath(parsePath(focused).slice(0, focused.includes("[") ? 2 : 1));
  if (!(line.path === entry || line.path.startsWith(`${entry}[`) || line.path.startsWith(`${entry}.`))) return "";
  const value = at(state.found?.data ?? {}, parsePath(focused));
  return typeof value === "string" && value.length > 1 && (line.text.includes(value) || value.includes(line.text.slice(0, 30)))
    ? "here"
    : "near";
}

function Pages() {
  const box = useRef<HTMLElement>(null);
  const { pages } = state;
  useEffect(() => {
    box.current?.querySelector(".here, .near")?.scrollIntoView({ block: "nearest" });
  }, [state.focused]);
  const width = 900 * Math.min(2, Math.ceil(devicePixelRatio));
  return (
    <section id="pages" ref={box} aria-label={word("pages")} tabIndex={0} data-build={pages?.id}>
      {state.found && state.found.problems.length > 0 && <p class="problem">{word("invalid")}</p>}
      {pages?.sizes.map((size, index) => (
        <figure key={index} style={{ aspectRatio: `${size[0]} / ${size[1]}` }}>
          <img src={`/page/${pages.id}/${index}.png?width=${width}`} alt={`${word("pages")} ${index + 1}`} />
          {(pages.hash === state.found?.hash ? (pages.lines[index] ?? []) : []).map(
            (line, number) =>
              line.path && (
                <button
                  type="button"
                  key={number}
                  tabIndex={-1}
                  class={`line ${marks(line)}`}
                  aria-label={line.text}
                  onClick={() => openLine(line)}
                  style={{
                    left: `${line.left * 100}%`,
                    top: `${line.top * 100}%`,
                    width: `${(line.right - line.left) * 100}%`,
                    height: `${(line.bottom - line.top) * 100}%`,
                  }}
                />
              ),
          )}
        </figure>
      ))}
    </section>
  );
}

function YamlPanel() {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<ReturnType<typeof import("./yaml").showYaml> | null>(null);
  const [file, setFile] = useState(state.found?.files[0] ?? "");
  const base = useRef("");
  useEffect(() => {
    let gone = false;
    void Promise.all([import("./yaml"), get("/api/text")])
      .then(([{ showYaml }, found]) => {
        if (gone) return;
        base.current = found.hash;
        const save = async (text: string) => {
          const sent = await change({ op: "text", file, text, hash: base.current });
          if (sent) base.current = state.found!.hash;
        };
        editor.current = showYaml(box.current!, found.texts[file] ?? "", save);
      })
      .catch(fail);
    return () => {
      gone = true;
      editor.current?.close();
      editor.current = null;
    };
  }, [file]);
  useEffect(() => {
    if (state.found && base.current && state.found.hash !== base.current && !state.conflict && state.status === "")
      void get("/api/text").then((found) => {
        base.current = found.hash;
        editor.current?.take(found.texts[file] ?? "");
      });
  }, [state.found?.hash, state.status]);
  return (
    <div class="yaml">
      {state.found && state.found.files.length > 1 && (
        <select aria-label="YAML" value={file} onChange={(event) => setFile(event.currentTarget.value)}>
          {state.found.files.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      <div class="code" ref={box} />
      <ul class="problems">
        {state.found?.problems.map((problem, index) => (
          <li key={index}>
            <button
              type="button"
              class="link"
              onClick={() => editor.current?.goTo(problem)}
            >{`${problem.line}: ${problem.message}`}</button>{" "}
            {problem.hint}
          </li>
        ))}
      </ul>
    </div>
  );
}

function States() {
  const [states, setStates] = useState<{ name: string; time: number }[]>([]);
  useEffect(() => {
    void get("/api/states").then(setStates).catch(fail);
  }, [state.found?.hash]);
  return (
    <ul class="states">
      {states.map((each) => (
        <li key={each.name}>
          <time>{new Date(each.time * 1000).toLocaleString(language)}</time>{" "}
          <button type="button" onClick={() => send("/api/restore", { state: each.name })}>
            {word("restore")}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Proposals() {
  return (
    <ul class="proposals">
      {state.proposals.map((each) => (
        <li key={each.id}>
          <p>
            <b>{each.about || each.path}</b> <span class="soft">{`${each.path} ${each.reason}`}</span>
          </p>
          {each.old && (
            <p>
              <del>{each.old}</del>
            </p>
          )}
          <p>
            <ins>{each.new}</ins>
          </p>
          <button type="button" onClick={() => decide(each.id, true)}>
            {word("accept")}
          </button>{" "}
          <button type="button" onClick={() => decide(each.id, false)}>
            {word("refuse")}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The form of what is selected. */
function Panel() {
  const [first, index] = state.selected;
  const data = state.found?.data;
  if (first === "yaml" || !data)
    return (
      <>
        {!data && <p class="problem">{word("unreadable")}</p>}
        <YamlPanel />
      </>
    );
  if (first === "views") return <Views />;
  if (first === "states") return <States />;
  if (first === "proposals") return <Proposals />;
  if (first === "person") return <Form key="person" path={["person"]} model="Owner" value={data.person} />;
  const key = String(first);
  if (key === "bio")
    return (
      <Field
        path={["bio"]}
        shape={{ kind: "prose" }}
        value={data.bio}
        label={sectionTitle("bio")}
        help={state.forms.properties?.bio?.description}
      />
    );
  if (first !== "settings" && typeof index === "number") {
    const shape = shapeOf(state.forms.properties![key]!);
    const value = at(data, [key, index]);
    if (value === undefined) return <p>{word("choose")}</p>;
    const model = state.forms.properties![key]!["x-model"]!;
    if (typeof value === "string" && shape.kind === "list")
      return (
        <Field key={formatPath(state.selected)} path={[key, index]} shape={shape.item} value={value} label={sectionTitle(key)} />
      );
    return <Form key={formatPath(state.selected)} path={[key, index]} model={model} value={value} />;
  }
  return (
    <Form
      key="settings"
      path={[]}
      model=""
      value={data}
      without={["person", "bio", ...Object.keys(state.forms.properties ?? {}).filter(isCollection)]}
    />
  );
}

function ConflictBar() {
  const { conflict } = state;
  const [file, setFile] = useState("");
  const isText = conflict?.operation.op === "text";
  useEffect(() => {
    if (isText) void get("/api/text").then((found) => setFile(found.texts[conflict!.operation.file!] ?? ""));
  }, [conflict]);
  if (!conflict) return null;
  const { operation, theirs } = conflict;
  return (
    <div role="alertdialog" aria-label={word("conflict")} class="conflict">
      <p>
        {word("conflict")} {operation.path ? formatPath(operation.path) : ""}
      </p>
      <div class="sides">
        <pre tabIndex={0}>{isText ? file : textOf(theirs)}</pre>
        <pre tabIndex={0}>{operation.text ?? textOf(operation.value)}</pre>
      </div>
      <button type="button" onClick={() => update({ conflict: null, status: "" })}>
        {word("theirs")}
      </button>{" "}
      <button
        type="button"
        onClick={() => {
          update({ conflict: null });
          void change({ ...operation, hash: state.found!.hash });
        }}
      >
        {word("mine")}
      </button>
    </div>
  );
}

function FileField() {
  return (
    <div class="field">
      <label for="file">{word("fromFile")}</label>
      <input
        id="file"
        type="file"
        aria-describedby="file-help"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void bringIn(file);
        }}
      />
      <small id="file-help">{word("fromFileHelp")}</small>
    </div>
  );
}

function StartPage() {
  const { start } = state;
  const [name, setName] = useState("");
  const [field, setField] = useState(start?.starters[0] ?? "");
  if (!start) return null;
  const create = async (event: Event) => {
    event.preventDefault();
    try {
      await open((await post("/api/new", { name, field })).profile);
    } catch (error) {
      fail(error);
    }
  };
  return (
    <main class="start" id="form">
      <Failures />
      {start.profiles.length > 0 && (
        <section>
          <h2>{word("open")}</h2>
          <ul>
            {start.profiles.map((each) => (
              <li key={each}>
                <button type="button" class="link" onClick={() => open(each)}>
                  {each}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>{word("newCv")}</h2>
        <form onSubmit={create}>
          <div class="field">
            <label for="name">{word("name")}</label>
            <input
              id="name"
              type="text"
              required={field !== "example"}
              autocomplete="name"
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </div>
          <div class="field">
            <label for="starter">{word("field")}</label>
            <select id="starter" value={field} onChange={(event) => setField(event.currentTarget.value)}>
              {[...start.starters, "example"].map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </div>
          <button>{word("create")}</button>
        </form>
      </section>
      <section>
        <h2>{word("fromFile")}</h2>
        <FileField />
      </section>
    </main>
  );
}

const Failures = () =>
  state.failures.length ? (
    <div role="alert" class="failures">
      {state.failures.map((problem, index) => (
        <p key={index}>{`${problem.message}${problem.hint ? ` – ${problem.hint}` : ""}`}</p>
      ))}
    </div>
  ) : null;

function Head() {
  const { found, pages } = state;
  return (
    <header>
      <a class="skip" href="#form">
        {word("skip")}
      </a>
      <h1>cvrender</h1>
      <button
        type="button"
        onClick={() => {
          history.replaceState(null, "", "/");
          location.reload();
        }}
      >
        {word("start")}
      </button>
      <strong dir="auto">{state.profile}</strong>
      <button type="button" disabled={!found?.undo.length} onClick={() => send("/api/undo", {})}>
        {word("undo")}
      </button>
      <button type="button" disabled={!found?.redo.length} onClick={() => send("/api/redo", {})}>
        {word("redo")}
      </button>
      {pages && (
        <label>
          {word("view")}{" "}
          <select value={chosen("view") || "full"} onChange={(event) => choose("view", event.currentTarget.value)}>
            {pages.views.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      )}
      {pages && (
        <label>
          {word("style")}{" "}
          <select value={pages.style} onChange={(event) => choose("style", event.currentTarget.value)}>
            {pages.styles.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      )}
      <label>
        {word("download")}{" "}
        <select
          value=""
          onChange={(event) => {
            const target = event.currentTarget.value;
            if (target)
              location.assign(
                `/download/${target}?${new URLSearchParams({ profile: state.profile, view: chosen("view"), style: chosen("style") })}`,
              );
          }}
        >
          <option value="">…</option>
          {Object.entries(state.start?.targets ?? {}).map(([name]) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <p role="status" id="status">
        {state.status}
      </p>
    </header>
  );
}

function App() {
  if (!state.profile)
    return (
      <>
        <header>
          <h1>cvrender</h1>
          <p role="status" id="status">
            {state.status}
          </p>
        </header>
        <StartPage />
      </>
    );
  return (
    <>
      <Head />
      <Failures />
      <ConflictBar />
      <div class="columns">
        <Outline />
        <main id="form" tabIndex={-1} aria-label={word("form")}>
          <Panel />
          {state.selected[0] === "settings" && <Fold title={word("fromFile")}>{() => <FileField />}</Fold>}
        </main>
        <Pages />
      </div>
    </>
  );
}

const draw = () => {
  document.title = state.profile ? `${state.profile} – cvrender` : "cvrender";
  render(<App />, document.getElementById("app")!);
};

document.documentElement.lang = language;
document.documentElement.dir = language === "ar" ? "rtl" : "ltr";
onChange(draw);
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || state.selected[0] === "yaml" || !state.profile)
    return;
  const typing = event.target as HTMLElement;
  if (typing.matches("input, textarea") && state.status !== word("saved") && state.status !== "") return; // the browser takes back what is not saved
  event.preventDefault();
  typing.blur();
  void send(event.shiftKey ? "/api/redo" : "/api/undo", {});
});
addEventListener("dragover", (event) => {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
addEventListener("drop", (event) => {
  const file = event.dataTransfer?.files[0];
  if (file) {
    event.preventDefault();
    void bringIn(file);
  }
});
const events = new EventSource("/api/events");
events.addEventListener("saved", () => void refresh());
events.addEventListener("error", () => update({ status: word("stopped") }));
events.addEventListener("ready", () => {
  if (state.profile) {
    update({ status: "" });
    void refresh();
  }
});

fetch("/api/start")
  .then((response) => response.json())
  .then(async (start) => {
    update({ start });
    const asked = chosen("profile") || (start.first ? start.profiles[0] : "");
    if (start.profiles.includes(asked)) await open(asked);
  })
  .catch(fail);

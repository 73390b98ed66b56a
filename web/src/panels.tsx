// What is between outline and pages: a form, the YAML, saved states, proposals, and the two sides of a conflict.

import { useEffect, useRef, useState } from "preact/hooks";
import { Field, Form } from "./fields";
import { at, formatPath, type Json, shapeOf } from "./model";
import { isCollection, sectionTitle } from "./outline";
import { bringIdentifiers, bringIn, change, chosen, fail, get, language, post, type Problem, send, state, update, word } from "./store";
import { Look } from "./look";
import { Photo } from "./photo";
import { Proposals } from "./proposals";
import { Views } from "./views";

const textOf = (value: Json | undefined) => (typeof value === "string" ? value : JSON.stringify(value ?? null));

const nameOf = (problem: Problem) => problem.file.split(/[\\/]/).at(-1)!;

function YamlPanel() {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<ReturnType<typeof import("./yaml").showYaml> | null>(null);
  const [file, setFile] = useState(state.found?.files[0] ?? "");
  const base = useRef("");
  const asked = useRef<Problem | null>(null); // what to go to when its file is shown
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
        editor.current = showYaml(box.current!, found.texts[file] ?? "", save, (ask, text, at) =>
          post("/api/language", { file, ask, text, at }, {}),
        );
        if (asked.current) editor.current.goTo(asked.current);
        asked.current = null;
      })
      .catch(fail);
    return () => {
      gone = true;
      editor.current?.close();
      editor.current = null;
    };
  }, [file]);
  useEffect(() => {
    if (state.found && base.current && state.found.hash !== base.current && !state.conflict && state.status !== word("saving"))
      void get("/api/text").then((found) => {
        if (editor.current?.take(found.texts[file] ?? "")) base.current = found.hash;
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
              onClick={() => {
                const name = nameOf(problem);
                if (name === file || !state.found!.files.includes(name)) return editor.current?.goTo(problem);
                asked.current = problem;
                setFile(name);
              }}
            >{`${nameOf(problem) === file ? "" : `${nameOf(problem)}: `}${problem.line}: ${problem.message}`}</button>{" "}
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

/** The form of what is selected. */
export function Panel() {
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
  if (first === "look") return <Look key={chosen("view")} />;
  if (first === "come-in") return null;
  if (first === "photo") return <Photo />;
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

export function ConflictBar() {
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

/** Ask services for a new profile (an ORCID iD), or for works of the open one. */
export function IdentifierField() {
  const [value, setValue] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    void bringIdentifiers(value);
  };
  return (
    <form onSubmit={submit} class="row">
      <div class="field">
        <label for="orcid">{word(state.profile ? "fromIdentifiers" : "fromOrcid")}</label>
        <input
          id="orcid"
          type="text"
          required
          placeholder={state.profile ? "10.5555/12345678 12345678" : "0000-0002-1825-0097"}
          aria-describedby="orcid-help"
          value={value}
          onInput={(event) => setValue(event.currentTarget.value)}
        />
        <small id="orcid-help">{word(state.profile ? "identifiersHelp" : "orcidHelp")}</small>
      </div>
      <button>{word("fetch")}</button>
    </form>
  );
}

export function FileField({ hidden }: { hidden?: boolean }) {
  return (
    <div class="field">
      <label for="file" class={hidden ? "unseen" : ""}>
        {word("fromFile")}
      </label>
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

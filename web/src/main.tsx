// Draw the page: outline, form and pages of one profile, or the start page.

import { render } from "preact";
import { useState } from "preact/hooks";
import { Outline } from "./outline";
import { Pages } from "./pages";
import { Downloads } from "./downloads";
import { ConflictBar, FileField, IdentifierField, Panel } from "./panels";
import { bringIn, choose, chosen, fail, language, onChange, open, post, refresh, send, state, update, type Word, word } from "./store";

function StartPage() {
  const { start } = state;
  const [name, setName] = useState("");
  const [field, setField] = useState("empty");
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
              <option value="empty">{word("empty")}</option>
              {[...start.starters, "example"].map((each) => (
                <option key={each} value={each}>
                  {word(each as Word)}
                </option>
              ))}
            </select>
            <small>{field === "empty" ? word("emptyHelp") : word("starterHelp")}</small>
          </div>
          <button class="main">{word("create")}</button>
        </form>
      </section>
      <section>
        <h2>{word("fromFile")}</h2>
        <FileField hidden />
        <IdentifierField />
      </section>
    </main>
  );
}

const Failures = () =>
  state.failures.length ? (
    <div role="alert" class={`failures ${state.failures.some((problem) => problem.severity === "error") ? "" : "mild"}`}>
      <button type="button" class="small" onClick={() => update({ failures: [] })} aria-label={`${word("cancel")}: ${word("problems")}`}>
        ×
      </button>
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
            {[...new Set([...pages.views, chosen("view") || "full"])].map((each) => (
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
      <Downloads />
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
          <p class="jump">
            <a href="#outline">{word("outline")}</a> <a href="#pages">{word("pages")}</a>
          </p>
          <Panel />
          {state.selected[0] === "come-in" && (
            <div class="form">
              <FileField />
              <IdentifierField />
              <p class="soft">{word("photoHelp")}</p>
            </div>
          )}
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
// what was typed last is saved when the page is left
addEventListener("pagehide", () => (document.activeElement as HTMLElement | null)?.blur());
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

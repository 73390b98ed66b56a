// The list of sections and entries: add, duplicate, delete, move by drag and by keyboard, filter by typing.

import { useMemo, useState } from "preact/hooks";
import { type Json, type Path, formatPath, labelOf, modelOf, movedIndex, titleOf } from "./model";
import { Menu } from "./menu";
import { change, state, update, word } from "./store";

const select = (selected: Path) => {
  update({ selected });
  // on a narrow screen the form is below
  if (matchMedia("(max-width: 60rem)").matches) document.getElementById("form")?.scrollIntoView();
};
export const isCollection = (key: string) => Boolean(state.forms.properties?.[key]?.["x-model"]);
export const sectionTitle = (key: string) => state.forms.titles?.[key] ?? labelOf(key);

async function add(key: string) {
  const entries = state.found?.data?.[key];
  const length = Array.isArray(entries) ? entries.length : entries == null ? 0 : 1;
  const model = modelOf(state.forms, state.forms.properties![key]!["x-model"]!);
  const first = model.required?.length ? model.required : Object.keys(model.properties ?? {}).filter((name) => model["x-main"]?.includes(name)).slice(0, 1);
  const value = Object.fromEntries(first.map((name) => [name, ""]));
  if (await change({ op: "insert", path: [key, length], value })) {
    select([key, length]);
    setTimeout(() => document.querySelector<HTMLElement>("#form input, #form textarea")?.focus(), 50);
  }
}

async function move(key: string, from: number, to: number) {
  const [section, index] = state.selected;
  if (await change({ op: "move", path: [key, from], to })) {
    if (section === key && typeof index === "number") select([key, movedIndex(index, from, to)]);
    setTimeout(() => document.getElementById(`entry-${key}-${to}`)?.focus(), 30);
  }
}

let dragged: { key: string; index: number } | null = null;

function Entry({ section, index, value, last }: { section: string; index: number; value: Json; last: boolean }) {
  const title = titleOf(value) || `${sectionTitle(section)} ${index + 1}`;
  const here = state.selected[0] === section && state.selected[1] === index;
  const wrong = state.found?.problems.some(
    (problem) => problem.path === `${section}[${index}]` || problem.path.startsWith(`${section}[${index}].`),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const to = event.altKey ? index + ({ ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0) : index;
    if (to === index || to < 0 || (last && to > index)) return;
    event.preventDefault();
    void move(section, index, to);
  };
  return (
    <li
      draggable
      onDragStart={() => {
        dragged = { key: section, index };
      }}
      onDragOver={(event) => {
        if (dragged?.key === section) event.preventDefault();
      }}
      onDrop={(event) => {
        if (dragged?.key === section && dragged.index !== index) {
          event.preventDefault();
          void move(section, dragged.index, index);
        }
        dragged = null;
      }}
    >
      <button
        type="button"
        class="entry"
        dir="auto"
        id={`entry-${section}-${index}`}
        aria-current={here || undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={() => select([section, index])}
        onKeyDown={onKeyDown}
      >
        {wrong && <span class="problem">⚠ </span>}
        {title}
      </button>
      {here && (
        <span class="buttons">
          <button
            type="button"
            disabled={index === 0}
            onClick={() => move(section, index, index - 1)}
            aria-label={`${word("up")}: ${title}`}
          >
            ↑
          </button>
          <button
            type="button"
            disabled={last}
            onClick={() => move(section, index, index + 1)}
            aria-label={`${word("down")}: ${title}`}
          >
            ↓
          </button>
          <button
            type="button"
            onClick={async () => {
              if (await change({ op: "duplicate", path: [section, index] })) select([section, index + 1]);
            }}
            aria-label={`${word("duplicate")}: ${title}`}
          >
            ⊞
          </button>
          <button
            type="button"
            onClick={async () => {
              if (await change({ op: "delete", path: [section, index] })) select(["person"]);
            }}
            aria-label={`${word("delete")}: ${title}`}
          >
            ×
          </button>
        </span>
      )}
    </li>
  );
}

export function Outline() {
  const [filter, setFilter] = useState("");
  const data = state.found?.data ?? {};
  const sections = Object.keys(data).filter(isCollection);
  const missing = Object.keys(state.forms.properties ?? {}).filter((key) => isCollection(key) && !(key in data));
  const fits = (value: Json) => !filter || JSON.stringify(value).toLowerCase().includes(filter.toLowerCase());
  const item = (path: Path, title: string) => (
    <button
      type="button"
      class="entry"
      aria-current={formatPath(state.selected) === formatPath(path) || undefined}
      onClick={() => select(path)}
    >
      {title}
    </button>
  );
  // a thousand entries are drawn again only if they may differ
  const list = useMemo(
    () =>
      sections.map((key) => {
        const value = data[key];
        const entries = Array.isArray(value) ? value : value == null || typeof value === "object" ? [] : [value];
        return (
          <section key={key} aria-labelledby={`section-${key}`}>
            <h2 id={`section-${key}`}>
              <span>{sectionTitle(key)}</span>{" "}
              <button type="button" class="small" onClick={() => add(key)} aria-label={`${word("add")}: ${sectionTitle(key)}`}>
                +
              </button>{" "}
              <button
                type="button"
                class="small"
                onClick={async () => {
                  if (await change({ op: "delete", path: [key] })) select(["person"]);
                }}
                aria-label={`${word("deleteAll")}: ${sectionTitle(key)}`}
              >
                ×
              </button>
            </h2>
            <ul>
              {entries.map(
                (entry, index) =>
                  fits(entry) && (
                    <Entry key={index} section={key} index={index} value={entry} last={index === entries.length - 1} />
                  ),
              )}
            </ul>
          </section>
        );
      }),
    [state.found, state.forms, formatPath(state.selected), filter],
  );
  return (
    <nav id="outline" aria-label={word("outline")}>
      <div class="tools">
        {state.found?.data && item(["look"], word("look"))}
        {state.found?.data && item(["views"], word("views"))}
        {state.found?.data && item(["come-in"], word("comeIn"))}
        {state.found?.data && item(["settings"], word("settings"))}
        {item(["yaml"], "YAML")}
        {item(["states"], word("states"))}
      </div>
      <div class="field">
        <label for="filter" class="unseen">
          {word("filter")}
        </label>
        <input
          id="filter"
          type="search"
          placeholder={word("filter")}
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
      </div>
      {state.found?.data && item(["person"], word("person"))}
      {state.found?.data && item(["bio"], sectionTitle("bio"))}
      {list}
      {state.found?.data && (
        <Menu
          label={`+ ${word("addSection")}`}
          name={word("addSection")}
          items={missing.map((key) => ({ key, text: sectionTitle(key), help: state.forms.properties![key]!.description }))}
          act={(key) => void add(key)}
        />
      )}
    </nav>
  );
}

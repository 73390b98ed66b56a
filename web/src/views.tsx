// Show what each view does with each entry, tick entries and sections of the profile's own views, and make a view from another.

import { useEffect, useState } from "preact/hooks";
import { useChosen } from "./controls";
import { at, type Json, labelOf, parsePath, titleOf } from "./model";
import { sectionTitle } from "./outline";
import { change, choose, fail, get, saving, send, state, update, word } from "./store";

type Fate = "kept" | "without" | "private" | "dropped";
interface View {
  name: string;
  own: boolean;
  problem: string;
  overlay: string;
  without: string[];
  entries: Record<string, Fate>;
  reworded: { path: string; old: Json; new: Json; line: number }[];
}
const SIGNS: Record<Fate, string> = { kept: "✓", without: "✕", private: "⊘", dropped: "–" };
const heading = (view: View) => (view.overlay ? `${view.name} + ${view.overlay}` : view.name);

/** The section of an entry as a path, and the word by which `without` names it. */
function sectionOf(path: string): { path: string; name: string; title: string } {
  const [first, second] = parsePath(path);
  if (first === "narratives") return { path, name: String(second), title: labelOf(String(second)) };
  if (first !== "custom") return { path: String(first), name: String(first), title: sectionTitle(String(first)) };
  const section = at(state.found?.data ?? {}, ["custom", second!]);
  const id = section && typeof section === "object" && !Array.isArray(section) ? String(section.id ?? "") : "";
  return { path: `custom[${second}]`, name: id, title: titleOf(section ?? "") };
}

function Cell({ view, path, title, fate, off }: { view: View; path: string; title: string; fate?: Fate; off?: boolean }) {
  const [shown, setShown] = useChosen(fate === "kept", view);
  if (!fate) return <td />;
  if (!view.own || view.overlay) return <td title={word(fate)}>{SIGNS[fate]}</td>;
  const fixed = off || fate === "private" || fate === "dropped";
  return (
    <td title={word(fate)}>
      <input
        type="checkbox"
        checked={shown}
        disabled={fixed}
        aria-label={`${title}: ${view.name} (${word(fate)})`}
        onChange={(event) => {
          setShown(event.currentTarget.checked);
          void send("/api/tick", { view: view.name, path, on: event.currentTarget.checked });
        }}
      />
      {fixed && SIGNS[fate]}
    </td>
  );
}

function Duplicate({ views }: { views: View[] }) {
  const [name, setName] = useState("");
  const [from, setFrom] = useState("full");
  const add = async (event: Event) => {
    event.preventDefault();
    if (!name || views.some((view) => view.name === name)) return;
    if (await change({ op: "set", path: ["views", name], value: { extends: from } })) {
      setName("");
      choose("view", name);
    }
  };
  return (
    <form onSubmit={add} class="row">
      <div class="field">
        <label for="view-name">{word("viewName")}</label>
        <input
          id="view-name"
          type="text"
          value={name}
          pattern="[a-z0-9][a-z0-9\-]*"
          required
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <div class="field">
        <label for="view-from">{word("view")}</label>
        <select id="view-from" value={from} onChange={(event) => setFrom(event.currentTarget.value)}>
          {views
            .filter((view) => !view.overlay)
            .map((view) => (
              <option key={view.name}>{view.name}</option>
            ))}
        </select>
      </div>
      <button>{word("duplicate")}</button>
    </form>
  );
}

function Reworded({ views }: { views: View[] }) {
  const overlays = views.filter((view, index) => view.overlay && views.findIndex((each) => each.overlay === view.overlay) === index);
  return (
    <>
      {overlays.map((view) => (
        <section key={view.overlay}>
          <h2>{`${word("reworded")}: ${view.overlay}`}</h2>
          <ul>
            {view.reworded.map((each) => (
              <li key={each.path}>
                <code>{each.path}</code> <del>{titleOf(each.old)}</del> <ins>{titleOf(each.new)}</ins>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

export function Views() {
  const [views, setViews] = useState<View[]>([]);
  useEffect(() => {
    if (saving()) return;
    let old = false;
    void get("/api/views")
      .then((found) => old || setViews(found))
      .catch(fail);
    return () => {
      old = true;
    };
  }, [state.found?.hash, saving()]);
  const data = state.found?.data ?? {};
  const shown = [...views.filter((view) => view.own), ...views.filter((view) => !view.own)].filter((view) => !view.problem);
  const paths = [...new Set(shown.flatMap((view) => Object.keys(view.entries)))];
  const groups = new Map<string, { name: string; title: string; paths: string[] }>();
  for (const path of paths) {
    const section = sectionOf(path);
    groups.set(section.path, { ...section, paths: [...(groups.get(section.path)?.paths ?? []), path] });
  }
  const sectionFate = (view: View, name: string, inner: string[]): Fate | undefined =>
    view.without.includes(name)
      ? "without"
      : (["kept", "without", "dropped", "private"] as Fate[]).find((fate) => inner.some((path) => view.entries[path] === fate)) === "kept"
        ? "kept"
        : inner.some((path) => view.entries[path] === "without")
          ? "kept"
          : view.entries[inner[0]!];
  return (
    <div class="form">
      <Duplicate views={views} />
      {views
        .filter((view) => view.problem)
        .map((view) => (
          <p class="problem" key={heading(view)}>{`${heading(view)}: ${view.problem}`}</p>
        ))}
      <p class="soft">{`${(Object.keys(SIGNS) as Fate[]).map((fate) => `${SIGNS[fate]} ${word(fate)}`).join(" · ")}. ${word("tickHelp")}`}</p>
      <div class="table" tabIndex={0} role="region" aria-label={word("views")}>
        <table>
          <thead>
            <tr>
              <td />
              {shown.map((view) => (
                <th scope="col" key={heading(view)}>
                  {heading(view)}
                </th>
              ))}
            </tr>
          </thead>
          {[...groups].map(([key, group]) => (
            <tbody key={key}>
              <tr class="section">
                <th scope="rowgroup">{group.title}</th>
                {shown.map((view) => (
                  <Cell
                    key={heading(view)}
                    view={view}
                    path={key}
                    title={group.title}
                    fate={sectionFate(view, group.name, group.paths)}
                  />
                ))}
              </tr>
              {group.paths
                .filter((path) => path !== key)
                .map((path) => (
                  <tr key={path}>
                    <th scope="row">
                      <button type="button" class="link" onClick={() => update({ selected: parsePath(path).slice(0, 2) })}>
                        {titleOf(at(data, parsePath(path)) ?? path)}
                      </button>
                    </th>
                    {shown.map((view) => (
                      <Cell
                        key={heading(view)}
                        view={view}
                        path={path}
                        title={titleOf(at(data, parsePath(path)) ?? path)}
                        fate={view.entries[path]}
                        off={view.without.includes(group.name)}
                      />
                    ))}
                  </tr>
                ))}
            </tbody>
          ))}
        </table>
      </div>
      <Reworded views={shown} />
    </div>
  );
}


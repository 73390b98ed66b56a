// Show which entries each view keeps, and make a view of the profile's own from another one.

import { useEffect, useState } from "preact/hooks";
import { at, formatPath, type Path, titleOf } from "./model";
import { isCollection, sectionTitle } from "./outline";
import { change, fail, get, state, update, word } from "./store";

interface View {
  name: string;
  own: boolean;
  shown: string[];
  problem: string;
}

export function Views() {
  const [views, setViews] = useState<View[]>([]);
  const [name, setName] = useState("");
  const [from, setFrom] = useState("full");
  useEffect(() => {
    void get("/api/views").then(setViews).catch(fail);
  }, [state.found?.hash]);
  const data = state.found?.data ?? {};
  const entries = Object.keys(data)
    .filter(isCollection)
    .flatMap((key) => {
      const value = data[key];
      return Array.isArray(value) ? value.map((_, index): Path => [key, index]) : [];
    });
  const add = (event: Event) => {
    event.preventDefault();
    if (name && !views.some((view) => view.name === name))
      void change({ op: "set", path: ["views", name], value: { extends: from } }).then(() => setName(""));
  };
  const has = (view: View, path: Path) =>
    view.shown.some((shown) => shown === formatPath(path) || shown.startsWith(`${formatPath(path)}.`));
  return (
    <div class="form">
      <form onSubmit={add} class="row">
        <div class="field">
          <label for="view-name">{word("viewName")}</label>
          <input
            id="view-name"
            type="text"
            value={name}
            pattern="[a-z0-9][a-z0-9-]*"
            required
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </div>
        <div class="field">
          <label for="view-from">{word("view")}</label>
          <select id="view-from" value={from} onChange={(event) => setFrom(event.currentTarget.value)}>
            {views.map((view) => (
              <option key={view.name}>{view.name}</option>
            ))}
          </select>
        </div>
        <button>{word("duplicate")}</button>
      </form>
      {views
        .filter((view) => view.problem)
        .map((view) => (
          <p class="problem" key={view.name}>{`${view.name}: ${view.problem}`}</p>
        ))}
      <div class="table" tabIndex={0} role="region" aria-label={word("view")}>
        <table>
          <thead>
            <tr>
              <td />
              {views.map((view) => (
                <th scope="col" key={view.name}>
                  {view.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((path) => (
              <tr key={formatPath(path)}>
                <th scope="row">
                  <button
                    type="button"
                    class="link"
                    onClick={() => update({ selected: path })}
                  >{`${sectionTitle(String(path[0]))}: ${titleOf(at(data, path) ?? "")}`}</button>
                </th>
                {views.map((view) => (
                  <td key={view.name}>{has(view, path) ? "✓" : "–"}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

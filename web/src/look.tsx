// Choose how the pages look: style, its options, language, and the page; what is tried is saved by “keep”.

import { useEffect, useState } from "preact/hooks";
import { Field } from "./fields";
import { isMapping } from "./controls";
import { at, type Json, labelOf, languageName, type Path, shapeOf, type Schema } from "./model";
import { change, choose, chosen, language, state, update, word } from "./store";

export interface StyleOption {
  name: string;
  type: string;
  about: string;
  choices: string[];
  value: string;
  changed: boolean;
}

const tried = () => [...new URLSearchParams(location.search)].filter(([name]) => name.startsWith("set."));

function Option({ option }: { option: StyleOption }) {
  const id = `option-${option.name}`;
  const act = (value: string) => choose(`set.${option.name}`, value);
  const about = { id, "aria-describedby": `${id}-help` };
  return (
    <div class={`field ${option.changed ? "changed" : ""}`}>
      <label for={id}>{labelOf(option.name)}</label>
      {option.choices.length ? (
        <select {...about} value={option.value} onChange={(event) => act(event.currentTarget.value)}>
          {option.choices.map((value) => (
            <option key={value}>{value}</option>
          ))}
        </select>
      ) : option.type === "flag" ? (
        <input
          {...about}
          type="checkbox"
          checked={option.value === "true"}
          onChange={(event) => act(String(event.currentTarget.checked))}
        />
      ) : option.type === "color" ? (
        <input {...about} type="color" value={option.value} onChange={(event) => act(event.currentTarget.value)} />
      ) : (
        <input {...about} type="text" value={option.value} onChange={(event) => act(event.currentTarget.value)} />
      )}
      <small id={`${id}-help`}>{option.about}</small>
    </div>
  );
}

/** Save the style and the options that were tried, in the profile or in a view of it. */
async function keep(base: Path) {
  const { style } = state.pages!;
  const path = [...base, "style"];
  const old = at(state.found?.data ?? {}, path);
  const options = Object.fromEntries(tried().map(([name, value]) => [name.slice(4), value]));
  const same = (isMapping(old) ? old.name : old) === style;
  let done = true;
  if (same && isMapping(old)) {
    for (const [name, value] of Object.entries(options))
      done = done && (await change({ op: "set", path: [...path, "options", name], value }));
  } else {
    const value: Json = Object.keys(options).length ? { name: style, options } : { name: style };
    done = await change({ op: "set", path, value });
  }
  const language = chosen("language");
  if (done && language) done = await change({ op: "set", path: [...base, "language"], value: language });
  if (done) forget();
}

function forget() {
  const address = new URLSearchParams(location.search);
  for (const [name] of tried()) address.delete(name);
  address.delete("style");
  address.delete("language");
  history.replaceState(null, "", `?${address}`);
  choose("style", "");
}

export function Look() {
  const { pages, found } = state;
  const view = chosen("view");
  const own = Boolean(view && isMapping(found?.data?.views) && view in found.data.views);
  const [forView, setForView] = useState(own);
  const [drawn, setDrawn] = useState(0); // pictures are asked for one by one: a browser has six connections for all
  const edition = found?.hash.slice(0, 16) ?? "";
  const [first, setFirst] = useState(edition);
  useEffect(() => {
    const timer = setTimeout(() => {
      setFirst(edition);
      setDrawn(0);
    }, 3000);
    return () => clearTimeout(timer);
  }, [edition]);
  if (!pages) return <p class="soft">…</p>;
  const base: Path = own && forView ? ["views", view] : [];
  const where = { profile: state.profile, view: view || "full" };
  const page: Schema = state.forms.properties!.page!;
  const inUse = chosen("language") || String(at(found?.data ?? {}, [...base, "language"]) ?? found?.data?.language ?? "en");
  const waits = tried().length > 0 || Boolean(chosen("style")) || Boolean(chosen("language"));
  return (
    <div class="form">
      <div class="row">
        <button type="button" class="main" disabled={!waits} onClick={() => keep(base)}>
          {word("keep")}
        </button>
        <button type="button" disabled={!waits} onClick={forget}>
          {word("forget")}
        </button>
        {own && (
          <label>
            <input type="checkbox" checked={forView} onChange={(event) => setForView(event.currentTarget.checked)} />{" "}
            {`${word("onlyView")} ${view}`}
          </label>
        )}
      </div>
      <fieldset>
        <legend>{word("style")}</legend>
        <div class="looks">
          {pages.looks.map((name, index) => (
            <button
              type="button"
              key={name}
              aria-pressed={name === pages.style}
              onClick={() => {
                for (const [option] of tried()) choose(option, "", true);
                choose("style", name);
              }}
            >
              <img
                src={index <= drawn ? `/look/${first}/${name}.png?${new URLSearchParams(where)}` : undefined}
                alt=""
                onLoad={() => setDrawn(Math.max(drawn, index + 1))}
                onError={() => setDrawn(Math.max(drawn, index + 1))}
              />
              {name}
            </button>
          ))}
        </div>
      </fieldset>
      <div class="field">
        <label for="look-language">{word("language")}</label>
        <select
          id="look-language"
          value={inUse}
          onChange={(event) => choose("language", event.currentTarget.value)}
        >
          {[...new Set([inUse, ...pages.language])].map((code) => (
            <option key={code} value={code}>
              {languageName(code, language)}
            </option>
          ))}
        </select>
      </div>
      {pages.options.map((option) => (
        <Option key={`${pages.style}.${option.name}`} option={option} />
      ))}
      <Field
        path={[...base, "page"]}
        shape={shapeOf(page)}
        value={at(found?.data ?? {}, [...base, "page"])}
        label={word("margins")}
        help={page.description}
      />
      {own && (
        <Field
          path={["views", view, "pages"]}
          shape={{ kind: "text", reads: "" }}
          value={at(found?.data ?? {}, ["views", view, "pages"])}
          label={word("mostPages")}
        />
      )}
      <button type="button" class="link" onClick={() => update({ selected: ["settings"] })}>
        {word("settings")}
      </button>
    </div>
  );
}

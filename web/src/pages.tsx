// Show the pages: a line opens its field, and the field that has the focus is marked.

import { useEffect, useRef } from "preact/hooks";
import { at, formatPath, parsePath } from "./model";
import { isCollection, sectionTitle } from "./outline";
import { fieldLabel, type Line, state, update, word } from "./store";

/** Open the form of a line of a page, and give the field that says it the focus. */
function openLine(line: Pick<Line, "path" | "text">) {
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

/** Whether the beginning, middle or end of a text is in another one: a text may be on several lines. */
const shares = (text: string, other: string) =>
  text.length > 1 &&
  [0, Math.floor(text.length / 2) - 10, text.length - 20].some((start) =>
    other.includes(text.slice(Math.max(0, start), Math.max(0, start) + 20)),
  );

/** Whether a line says what the field with the focus holds, or at least belongs to its entry. */
function marks(line: Line): string {
  const focused = state.focused;
  if (!focused || !line.path) return "";
  const entry = formatPath(parsePath(focused).slice(0, focused.includes("[") ? 2 : 1));
  if (!(line.path === entry || line.path.startsWith(`${entry}[`) || line.path.startsWith(`${entry}.`))) return "";
  const value = at(state.found?.data ?? {}, parsePath(focused));
  return typeof value === "string" && value.length > 1 && (shares(value, line.text) || shares(line.text, value)) ? "here" : "near";
}

const MOST_PROBLEMS = 5;

/** Where a problem is: the section, the number of the entry, and the field. */
function placeInWords(path: string): string {
  const [first, second, ...rest] = parsePath(path);
  const section = first === undefined ? "" : isCollection(String(first)) ? sectionTitle(String(first)) : fieldLabel(String(first));
  const entry = typeof second === "number" ? `${section} ${second + 1}` : section;
  const field = [typeof second === "string" ? second : "", ...rest].filter((part) => typeof part === "string" && part);
  return [entry, ...field.map((part) => fieldLabel(String(part)))].join(", ");
}

export function Pages() {
  const box = useRef<HTMLElement>(null);
  const { pages } = state;
  useEffect(() => {
    box.current?.querySelector(".here, .near")?.scrollIntoView({ block: "nearest" });
  }, [state.focused]);
  const width = 900 * Math.min(2, Math.ceil(devicePixelRatio));
  return (
    <section id="pages" ref={box} aria-label={word("pages")} tabIndex={0} data-build={pages?.id}>
      {state.found && state.found.problems.length > 0 ? (
        <>
          <p class="problem">{word("invalid")}</p>
          <ul class="problems">
            {state.found.problems.slice(0, MOST_PROBLEMS).map(({ path, message, hint }, index) => (
              <li key={index}>
                <button type="button" class="link" disabled={!path} onClick={() => openLine({ path, text: "" })}>
                  {`${placeInWords(path)}: ${message}${hint ? ` – ${hint}` : ""}`}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <div role="alert">
          {state.unmade.map((problem, index) => (
            <p class="problem" key={index}>{`${problem.message}${problem.hint ? ` – ${problem.hint}` : ""}`}</p>
          ))}
        </div>
      )}
      {pages?.sizes.map((size, index) => (
        <figure key={index} style={{ aspectRatio: `${size[0]} / ${size[1]}` }}>
          <img
            src={`/page/${pages.id}/${index}.png?width=${width}`}
            loading={index ? "lazy" : "eager"}
            alt={`${word("pages")} ${index + 1}`}
          />
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

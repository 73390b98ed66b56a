// Show the YAML of a file in CodeMirror, which is loaded when this is first opened.

import { autocompletion, type CompletionContext } from "@codemirror/autocomplete";
import { yaml } from "@codemirror/lang-yaml";
import { linter, lintGutter } from "@codemirror/lint";
import { basicSetup } from "codemirror";
import { EditorView, hoverTooltip } from "@codemirror/view";
import type { Problem } from "./store";

/** Ask the language service about a text: `problems`, or `complete` or `hover` at a place. */
export type Ask = (ask: string, text: string, at: number) => Promise<any>;
interface Change {
  from: number;
  to: number;
  insert: string;
}
interface Found {
  message: string;
  hint: string;
  severity: "error" | "warning";
  from: number;
  to: number;
  fixes: { title: string; changes: Change[] }[];
}
interface Completion {
  label: string;
  apply: string;
  type: string;
  info: string;
  from: number;
}

const plain = (markdown: string) => markdown.replace(/[*`]/g, "");

const service = (ask: Ask) => [
  linter(
    async (view) => {
      const found: Found[] = await ask("problems", view.state.doc.toString(), 0).catch(() => []);
      const end = view.state.doc.length;
      return found.map(({ message, hint, severity, from, to, fixes }) => ({
        from: Math.min(from, end),
        to: Math.min(to, end),
        severity,
        message: hint ? `${message} – ${hint}` : message,
        actions: fixes.map(({ title, changes }) => ({ name: title, apply: (view: EditorView) => view.dispatch({ changes }) })),
      }));
    },
    { delay: 400 },
  ),
  lintGutter(),
  autocompletion({
    override: [
      async (context: CompletionContext) => {
        if (!context.explicit && !context.matchBefore(/[\w-]$/)) return null;
        const found: Completion[] = await ask("complete", context.state.doc.toString(), context.pos).catch(() => []);
        const first = found[0];
        const type = (each: Completion) => (each.type === "key" ? "property" : "constant");
        return first
          ? { from: first.from, options: found.map((each) => ({ ...each, type: type(each), info: plain(each.info) })), validFor: /^[\w-]*$/ }
          : null;
      },
    ],
  }),
  hoverTooltip(async (view, at) => {
    const found: { text: string; from: number; to: number } | null = await ask("hover", view.state.doc.toString(), at).catch(() => null);
    if (!found) return null;
    const create = () => {
      const dom = document.createElement("div");
      dom.className = "help";
      dom.textContent = plain(found.text);
      return { dom };
    };
    return { pos: found.from, end: found.to, above: true, create };
  }),
];

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: "var(--ink)", backgroundColor: "var(--panel)" },
  ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--soft)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-lintRange": { backgroundImage: "none", textDecoration: "underline wavy var(--error) 1px", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { textDecorationColor: "var(--warn)" },
  ".cm-lint-marker": { content: "none", width: "auto" },
  ".cm-lint-marker::before": { content: "'●'", color: "var(--error)", fontSize: "10px" },
  ".cm-lint-marker-warning::before": { color: "var(--warn)" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--control)", maxWidth: "32rem" },
  ".cm-tooltip .help": { padding: "4px 8px", whiteSpace: "pre-wrap" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--panel)", padding: "2px 8px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--panel)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--mark) !important" },
});

/** Put an editor into an element. It lives in a shadow root, whose style sheets the page's policy allows. */
export function showYaml(parent: HTMLElement, text: string, save: (text: string) => void, ask: Ask) {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  root.replaceChildren();
  let timer = 0;
  let waits = false; // whether something was typed that is not sent yet
  const send = () => {
    clearTimeout(timer);
    if (waits) save(view.state.doc.toString());
    waits = false;
  };
  const changed = EditorView.updateListener.of((update) => {
    if (!update.docChanged || update.transactions.every((each) => each.isUserEvent("outside"))) return;
    waits = true;
    clearTimeout(timer);
    timer = window.setTimeout(send, 700);
  });
  const view = new EditorView({
    doc: text,
    root,
    parent: root,
    extensions: [
      basicSetup,
      yaml(),
      theme,
      EditorView.lineWrapping,
      changed,
      service(ask),
      EditorView.contentAttributes.of({ "aria-label": "YAML" }),
    ],
  });
  return {
    /** Show the text of the file, unless something waits to be saved; say whether it is shown. */
    take(fresh: string): boolean {
      if (!waits && fresh !== view.state.doc.toString())
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: fresh }, userEvent: "outside" });
      return !waits;
    },
    goTo(problem: Problem) {
      const line = view.state.doc.line(Math.min(Math.max(problem.line, 1), view.state.doc.lines));
      view.dispatch({ selection: { anchor: line.from }, scrollIntoView: true });
      view.focus();
    },
    close() {
      send();
      view.destroy();
    },
  };
}

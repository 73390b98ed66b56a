// Show the YAML of a file in CodeMirror, which is loaded when this is first opened.

import { yaml } from "@codemirror/lang-yaml";
import { basicSetup } from "codemirror";
import { EditorView } from "@codemirror/view";
import type { Problem } from "./store";

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: "var(--ink)", backgroundColor: "var(--panel)" },
  ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--soft)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--mark) !important" },
});

/** Put an editor into an element. It lives in a shadow root, whose style sheets the page's policy allows. */
export function showYaml(parent: HTMLElement, text: string, save: (text: string) => void) {
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

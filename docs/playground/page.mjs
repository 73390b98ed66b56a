// The page: text on the left, the CV on the right, problems below. worker.mjs does the work.
const [style, target, file, state, yaml, page, plain, problems] = ["style", "target", "file", "state", "yaml", "page", "plain", "problems"]
  .map((id) => document.getElementById(id));
const worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });
const waiting = new Map();
let count = 0;
let latest = 0;
let timer;

worker.onmessage = ({ data: { id, result, error } }) => {
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  if (error) reject(new Error(error));
  else resolve(result);
};

const ask = (call, ...values) => new Promise((resolve, reject) => {
  waiting.set(++count, { resolve, reject });
  worker.postMessage({ id: count, call, values });
});

function list(found) {
  problems.replaceChildren(...found.map(({ text }) => Object.assign(document.createElement("li"), { textContent: text })));
}

async function show() {
  const turn = ++latest;
  state.textContent = "Working …";
  try {
    const { content, problems: found } = await ask("shown", yaml.value, style.value, target.value);
    if (turn !== latest) return;
    list(found);
    if (content) {
      const isPage = target.value === "html";
      page.hidden = !isPage;
      plain.hidden = isPage;
      if (isPage) page.srcdoc = content;
      else plain.textContent = content;
    }
    state.textContent = content ? "Nothing leaves this page." : "The profile has errors; the last CV stays.";
  } catch (error) {
    state.textContent = error.message;
  }
}

yaml.oninput = () => { clearTimeout(timer); timer = setTimeout(show, 600); };
style.onchange = target.onchange = show;
file.onchange = async () => {
  const [chosen] = file.files;
  if (!chosen) return;
  state.textContent = "Importing …";
  try {
    const { text, problems: found } = await ask("imported", chosen.name, new Uint8Array(await chosen.arrayBuffer()));
    if (text) { yaml.value = text; await show(); }
    else state.textContent = "The file cannot be imported.";
    if (found.length) list(found);
  } catch (error) {
    state.textContent = error.message;
  }
};

const names = await ask("looks");
style.append(...names.map((name) => new Option(name, name, name === "classic", name === "classic")));
yaml.value = await ask("starter");
await show();

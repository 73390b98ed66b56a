// Show the pages of a CV and what is known about them. The address of the page holds what is shown; nothing is stored or sent.

const $ = (selector) => document.querySelector(selector);
const narrow = matchMedia("(max-width: 60rem)");
const figures = [];
let shown = null; // the state that the server described last
let lines = [];
let turn = 0; // counts requests, so that late answers are ignored
let resizing = 0;
let opening = true; // whether the field that the address names is still looked for: until the first click, key or turn of the wheel
let edition = null; // of the pictures of looks: what they show, and the pages after the last change of a file

const element = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

const selection = () => {
  const parameters = new URLSearchParams(location.search);
  parameters.delete("zoom");
  return parameters;
};
const zoom = () => new URLSearchParams(location.search).get("zoom") ?? "fit";

async function ask(path, parameters = selection()) {
  const answer = await fetch(`${path}?${parameters}`);
  const data = await answer.json();
  if (!answer.ok) throw Object.assign(new Error("refused"), { problems: data.problems ?? [] });
  return data;
}

async function refresh() {
  const mine = ++turn;
  $("#status").textContent = "Building …";
  const start = performance.now();
  try {
    const state = await ask("/api/state");
    if (mine !== turn) return;
    shown = state;
    showChoices();
    await showPages();
    showErrors(state.problems);
    $("#status").textContent = state.problems.length
      ? state.pages ? "Showing the last good pages" : "No pages yet"
      : `${state.pages.sizes.length === 1 ? "1 page" : `${state.pages.sizes.length} pages`}, shown in ${Math.round(performance.now() - start)} ms`;
    document.body.dataset.build = state.pages?.id ?? "";
    await showDetails(mine);
  } catch (error) {
    if (mine !== turn) return;
    showErrors(error.problems ?? [{ severity: "error", message: "cvrender preview is not running any more" }]);
    $("#status").textContent = "Not up to date";
  }
}

async function showDetails(mine) {
  const [problems, found] = await Promise.all([ask("/api/problems"), ask("/api/lines")]);
  if (mine !== turn) return;
  showProblems(problems);
  lines = found;
  showLines();
  if (!$("#parser").hidden) await showParser();
  if (!$("#looks").hidden) showLooks();
  document.body.dataset.ready = String(mine);
}

function showChoices() {
  document.title = `${shown.profile} – cvrender preview`;
  for (const name of ["profile", "view", "style", "language"]) {
    const select = $(`#choices [name=${name}]`);
    const values = name === "language" ? ["", ...shown.choices.language] : shown.choices[name];
    const label = (value) => value || "as the profile says";
    if ([...select.options].map((option) => option.value).join("\n") !== values.join("\n"))
      select.replaceChildren(...values.map((value) => new Option(label(value), value)));
    select.value = shown[name];
    select.closest("label").hidden = name === "language" && shown.choices.language.length < 2;
  }
  $("#choices [name=zoom]").value = zoom();
  $("#yaml").textContent = shown.yaml;
  showOptions();
  $("#files ul").replaceChildren(
    ...Object.entries(shown.choices.target).map(([name, about]) => {
      const button = element("button", { type: "button", textContent: name });
      button.setAttribute("aria-label", `Download ${name}`);
      button.addEventListener("click", () => download(name));
      return element("li", {}, button, element("span", { textContent: about }));
    }),
  );
}

function control(option) {
  if (option.choices.length) {
    const select = element("select");
    select.append(...option.choices.map((value) => new Option(value, value)));
    select.value = option.value;
    return select;
  }
  if (option.type === "flag") return element("input", { type: "checkbox", checked: option.value === "true" });
  return element("input", { type: option.type === "color" ? "color" : "text", value: option.value });
}

function showOptions() {
  if ($("#options").contains(document.activeElement) && $("#options").dataset.style === shown.style) {
    for (const option of shown.options) $(`#options [name="${option.name}"]`)?.closest("label").classList.toggle("changed", option.changed);
    return;
  }
  $("#options").dataset.style = shown.style;
  $("#options").replaceChildren(
    ...shown.options.map((option) => {
      const input = control(option);
      input.name = option.name;
      const about = element("small", { textContent: option.about });
      const label = element("label", { className: option.changed ? "changed" : "" }, element("span", { textContent: option.name }), input, about);
      return label;
    }),
  );
}

const width = (size) => {
  const available = $("#pages").clientWidth - (narrow.matches ? 26 : 48);
  return zoom() === "fit" ? Math.min(available, 1100) : Math.round((size[0] / 72) * 96 * Number(zoom()));
};

async function showPages() {
  if (!shown?.pages) return;
  const { id, sizes } = shown.pages;
  while (figures.length > sizes.length) figures.pop().remove();
  await Promise.all(sizes.map((size, index) => showPage(id, size, index)));
  $("#pages").classList.toggle("stale", shown.problems.length > 0);
}

async function showPage(id, size, index) {
  let figure = figures[index];
  if (!figure) {
    const image = element("img");
    figure = element("figure", {}, image, element("ol", { className: "lines" }));
    figures.push(figure);
    $("#pages").append(figure);
  }
  const image = figure.querySelector("img");
  figure.style.width = `${width(size)}px`;
  figure.style.height = `${(width(size) * size[1]) / size[0]}px`;
  image.alt = `Page ${index + 1} of ${shown.profile}`;
  const pixels = Math.min(4000, Math.ceil((width(size) * devicePixelRatio) / 50) * 50);
  const address = `/page/${id}/${index}.png?width=${pixels}`;
  if (image.getAttribute("src") === address) return;
  const next = new Image();
  next.src = address;
  await next.decode().catch(() => {});
  image.src = address;
}

function showLines() {
  figures.forEach((figure, index) => {
    figure.querySelector(".lines").replaceChildren(
      ...(lines[index] ?? []).map((line) => {
        const button = element("button", { type: "button", tabIndex: -1, className: "line" });
        button.setAttribute("aria-label", line.text);
        Object.assign(button.style, {
          left: `${line.left * 100}%`, top: `${line.top * 100}%`,
          width: `${(line.right - line.left) * 100}%`, height: `${(line.bottom - line.top) * 100}%`,
        });
        button.addEventListener("click", () => showSource(line, button));
        return element("li", {}, button);
      }),
    );
  });
  const first = $(".lines button");
  if (first) first.tabIndex = 0;
  showPlace();
}

function showPlace() { // the first line of the field that the address names behind "#"
  const path = decodeURIComponent(location.hash.slice(1));
  const index = path ? lines.flat().findIndex((line) => line.path === path || /^[.[]/.test(line.path.slice(path.length)) && line.path.startsWith(path)) : -1;
  if (index < 0 || !opening) return;
  const button = document.querySelectorAll(".lines button")[index];
  button.scrollIntoView({ block: "center" });
  button.focus({ preventScroll: true });
}
window.addEventListener("hashchange", () => { opening = true; showPlace(); });
for (const kind of ["pointerdown", "keydown", "wheel"]) window.addEventListener(kind, () => { opening = false; });

function place(problem) {
  return [problem.file, problem.line, problem.column].filter(Boolean).join(":");
}

function showErrors(problems) {
  $("#alert").hidden = problems.length === 0;
  $("#alert").textContent = problems
    .map((found) => [place(found), found.path, found.message].filter(Boolean).join(": ") + (found.hint ? `; ${found.hint}` : ""))
    .join("\n");
}

function showProblems(problems) {
  $("#count").textContent = problems.length || "";
  if (!problems.length) {
    $("#problems").replaceChildren(element("p", { textContent: "No problems." }));
    return;
  }
  const list = problems.map((found) => {
    const item = element("li", { className: found.severity }, element("span", { className: "severity", textContent: `${found.severity}: ` }));
    item.append(found.message);
    if (found.hint) item.append(element("span", { className: "hint", textContent: `; ${found.hint}` }));
    if (place(found)) {
      const button = element("button", { type: "button", className: "place", textContent: `${place(found)} ${found.path}` });
      button.addEventListener("click", () => showSource(found));
      item.append(element("br"), button);
    }
    return item;
  });
  $("#problems").replaceChildren(element("ul", { className: "problems" }, ...list));
}

async function showSource(found, button = null) {
  for (const current of document.querySelectorAll(".lines [aria-current]")) current.removeAttribute("aria-current");
  button?.setAttribute("aria-current", "true");
  open("source");
  const panel = $("#source");
  const parameters = selection();
  parameters.set("file", found.file);
  parameters.set("line", found.line);
  const excerpt = found.line ? await ask("/api/source", parameters).catch(() => null) : null;
  if (!excerpt) {
    panel.replaceChildren(element("p", { textContent: found.file ? place(found) : "This line is not from the profile." }));
    return;
  }
  const numbered = excerpt.text.map((text, index) => {
    const number = excerpt.first + index;
    const digits = element("span", { className: "number", textContent: `${String(number).padStart(4)}  ` });
    return element("span", { className: number === excerpt.line ? "here" : "" }, digits, text, number === excerpt.line ? "" : "\n");
  });
  const copy = element("button", { type: "button", textContent: "Copy the place" });
  copy.addEventListener("click", () => navigator.clipboard.writeText(place(found)));
  const code = element("pre", { tabIndex: 0 }, ...numbered);
  code.setAttribute("role", "region");
  code.setAttribute("aria-label", "Lines of the YAML");
  panel.replaceChildren(element("h2", { textContent: found.path || "The profile" }), element("p", {}, place(found), " ", copy), code);
}

async function showParser() {
  const found = await ask("/api/parser");
  if (!found) return;
  const facts = [
    ["name", [found.name]], ["e-mail", found.emails], ["phone", found.phones], ["links", found.links],
    ["sections", found.sections.map(([title]) => title)],
    ["positions", found.positions.map((each) => `${each.text}: ${each.start} – ${each.end}`)], ["publications", [found.publications]],
  ];
  const list = facts.flatMap(([name, values]) => [
    element("dt", { textContent: name }),
    element("dd", {}, ...(values.length ? values : ["none found"]).map((value) => element("div", { textContent: value }))),
  ]);
  const text = element("pre", { tabIndex: 0, textContent: found.text.join("\n") });
  text.setAttribute("role", "region");
  text.setAttribute("aria-label", "Text in reading order");
  $("#parser").replaceChildren(
    element("p", { textContent: "What a résumé parser extracts from the PDF." }),
    element("h2", { textContent: "Facts" }), element("dl", {}, ...list), element("h2", { textContent: "Text in reading order" }), text,
  );
}

function look(style) {
  const image = element("img", { alt: "", width: 150, height: 212 });
  const button = element("button", { type: "button" }, image, element("span", { textContent: style }));
  button.dataset.look = style;
  button.addEventListener("click", () => {
    choose({ ...withoutOptions(), style });
    refresh();
  });
  return element("li", {}, button);
}

async function showLooks() {
  if (!shown?.pages) return;
  const list = $("#looks ul");
  const styles = shown.choices.look;
  if ([...list.querySelectorAll("button")].map((button) => button.dataset.look).join("\n") !== styles.join("\n"))
    list.replaceChildren(...styles.map(look));
  const parameters = selection();
  for (const name of [...parameters.keys()]) if (name === "style" || name.startsWith("set.")) parameters.delete(name);
  if (!edition || edition.of !== String(parameters)) edition = { of: String(parameters), id: shown.pages.id };
  const { id } = edition;
  for (const button of list.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.dataset.look === shown.style));
  }
  for (const button of list.querySelectorAll("button")) {
    const image = button.querySelector("img");
    const address = `/look/${id}/${encodeURIComponent(button.dataset.look)}.png?${parameters}`;
    if (image.getAttribute("src") === address) continue;
    const next = new Image();
    next.src = address;
    const drawn = await next.decode().then(() => true, () => false);
    if (edition.id !== id || $("#looks").hidden) return;
    button.classList.toggle("failed", !drawn);
    button.title = drawn ? "" : "This style cannot show the profile.";
    if (drawn) image.src = address;
  }
}

async function download(target) {
  $("#status").textContent = `Making ${target} …`;
  const answer = await fetch(`/download/${target}?${selection()}`);
  if (!answer.ok) {
    const problems = (await answer.json()).problems ?? [];
    showErrors(problems);
    $("#status").textContent = `${target} was not made`;
    return;
  }
  const name = /filename="([^"]*)"/.exec(answer.headers.get("content-disposition"))[1];
  const link = element("a", { href: URL.createObjectURL(await answer.blob()), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  $("#status").textContent = `Downloaded ${name}`;
}

function choose(changes) {
  const parameters = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) value ? parameters.set(name, value) : parameters.delete(name);
  history.replaceState(null, "", `?${parameters}`);
}

function withoutOptions() {
  const names = [...new URLSearchParams(location.search).keys()].filter((name) => name.startsWith("set."));
  return Object.fromEntries(names.map((name) => [name, ""]));
}

function open(name, toggle = false) {
  const close = toggle && narrow.matches && !$("aside").classList.contains("closed") && !$(`#${name}`).hidden;
  $("aside").classList.toggle("closed", close);
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const selected = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(selected));
    tab.tabIndex = selected ? 0 : -1;
    $(`#${tab.getAttribute("aria-controls")}`).hidden = !selected;
  }
  if (name === "parser") showParser().catch(() => {});
  if (name === "looks") showLooks();
}

function move(event, items, keys) {
  const step = keys[event.key];
  const index = items.indexOf(document.activeElement);
  if (!step || index < 0) return null;
  event.preventDefault();
  const next = items[(index + step + items.length) % items.length];
  items[index].tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
  return next;
}

$("#choices").addEventListener("change", (event) => {
  const { name, value } = event.target;
  if (name === "zoom") {
    choose({ zoom: value });
    showPages();
    return;
  }
  const dropped = name === "profile" ? { view: "", style: "", language: "", ...withoutOptions() } : name === "style" ? withoutOptions() : {};
  choose({ ...dropped, [name]: value });
  refresh();
});
$("#options").addEventListener("change", ({ target }) => {
  choose({ style: shown.style, [`set.${target.name}`]: target.type === "checkbox" ? String(target.checked) : target.value });
  refresh();
});
for (const id of ["#options", "#choices"]) $(id).addEventListener("submit", (event) => event.preventDefault());
$("#reset").addEventListener("click", () => {
  choose(withoutOptions());
  refresh();
});
$("#copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(shown.yaml);
  $("#status").textContent = "Copied";
});
$("[role=tablist]").addEventListener("click", ({ target }) => {
  const tab = target.closest("[role=tab]");
  if (tab) open(tab.getAttribute("aria-controls"), true);
});
$("[role=tablist]").addEventListener("keydown", (event) => {
  const next = move(event, [...document.querySelectorAll("[role=tab]")], { ArrowRight: 1, ArrowLeft: -1 });
  if (next) open(next.getAttribute("aria-controls"));
});
$("#pages").addEventListener("keydown", (event) => move(event, [...document.querySelectorAll(".lines button")], { ArrowDown: 1, ArrowUp: -1 }));
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && narrow.matches) $("aside").classList.add("closed");
});
addEventListener("resize", () => {
  clearTimeout(resizing);
  resizing = setTimeout(showPages, 100);
});

if (narrow.matches) $("aside").classList.add("closed");
const events = new EventSource("/api/events");
events.addEventListener("saved", () => {
  edition = null;
  refresh();
});
events.addEventListener("unwatched", () => showErrors([{ message: "the folders cannot be watched; reload the page after saving" }]));
events.addEventListener("error", () => {
  $("#status").textContent = "cvrender preview is not running";
});
events.addEventListener("ready", refresh);

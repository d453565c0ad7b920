"use strict";
// The page's behaviour: one selection that the maps, the inspector and the table share, and a table that is filled as it is read.
// Everything comes from the JSON in the page. Text is only ever set as text, never as markup.
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const FIELDS = ["network", "name", "bytes", "file", "served", "input", "group", "equal", "saved", "reason", "cause", "where", "doubled", "places"];
const rows = data.rows.map((values, index) => {
  const row = { index };
  FIELDS.forEach((field, i) => { row[field] = values[i]; });
  return row;
});
const MAPS = ["l3-before", "l3-after", "image-before", "image-after"];
const CHUNK = 120;
const IDLE = document.querySelector("#inspector .idle").textContent;
const $ = (id) => document.getElementById(id);
const number = (n) => n.toLocaleString("en-US");
const plural = (n, word) => `${number(n)} ${word}${n === 1 ? "" : "s"}`;
const several = data.networks.length > 1;

function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties || {})) {
    if (key in element) element[key] = value; else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

// --- who belongs together ---
const groups = new Map(), equals = new Map();
const into = (map, key, row) => { if (map.has(key)) map.get(key).push(row); else map.set(key, [row]); };
for (const row of rows) {
  if (row.group >= 0) into(groups, row.group, row);
  if (row.equal >= 0) into(equals, row.equal, row);
}
const sharers = (row) => (groups.get(row.group) || []).filter((other) => other !== row);
const twins = (row) => (equals.get(row.equal) || []).filter((other) => other !== row && (row.group < 0 || other.group !== row.group));
const prefix = (() => {  // what all names begin with, up to a line: it is shown, but does not stand in the way
  const [first, ...others] = rows.map((row) => row.name);
  let end = others.length ? first.length : 0;
  for (const name of others) while (!name.startsWith(first.slice(0, end))) end -= 1;
  return end ? first.slice(0, first.lastIndexOf("_", end - 1) + 1) : "";
})();
const named = (row) => (prefix ? [make("span", { className: "prefix" }, prefix), row.name.slice(prefix.length)] : [row.name]);
const fullName = (row) => (several ? `${data.networks[row.network]}: ` : "") + row.name;

// --- maps ---
const maps = MAPS.map((id, side) => {
  const svg = $(id);
  if (!svg) return null;
  const blocks = [...svg.querySelectorAll(".blocks path")], inside = [...svg.querySelectorAll(".inside path")];
  return { side, svg, all: [...blocks, ...inside], blocks, inside, rows: new Map(), mark: svg.querySelector(".mark"), active: 0 };
}).filter(Boolean);
for (const map of maps) {
  for (const row of rows) {
    const place = row.places[map.side];
    const block = place >= 0 ? map.blocks[place] : map.inside[-2 - place];
    if (block) into(map.rows, block, row);
  }
}
const blockOf = (map, row) => {
  const place = row.places[map.side];
  return place >= 0 ? map.blocks[place] : map.inside[-2 - place];
};
const bytesOf = (block) => Number(block.dataset.bytes || block.dataset.inside || 0);
const KIND = { arena: "arena", alone: "nothing equals it", kept: "kept, shared by several", gone: "copy that goes away",
  doubled: "doubled, not shared", directory: "directory of the image", input: "input" };

function describe(map, block) {
  const held = map.rows.get(block) || [];
  const label = held.length ? held.map(fullName).join(", ") : (data.labels[map.side][map.blocks.indexOf(block)] || "");
  return `${label}, ${number(bytesOf(block))} bytes, ${KIND[block.getAttribute("class").split(" ")[0]]}`;
}

// --- the selection ---
let held = null;     // what a click or Enter holds
let shown = null;    // what is lit, the held one or the one pointed at
function target(row, map, block) { return { row, map, block }; }

function lightUp(what) {
  shown = what;
  const together = what && what.row ? [what.row, ...sharers(what.row)] : [];
  for (const map of maps) {
    for (const block of map.svg.querySelectorAll(".on")) block.classList.remove("on");
    const lit = new Set(together.map((row) => blockOf(map, row)).filter(Boolean));
    if (what && !what.row && what.map === map) lit.add(what.block);
    for (const block of lit) block.classList.add("on");
    map.svg.classList.toggle("lit", Boolean(what));
    map.mark.setAttribute("d", [...lit].map((block) => block.getAttribute("d")).join(""));
  }
  const marked = new Set(together.map((row) => row.index));
  for (const tr of $("rows").children) tr.classList.toggle("on", marked.has(Number(tr.dataset.row)));
  inspect(what);
}

function hold(what) {
  held = what;
  lightUp(what);
}

function inspect(what) {
  const box = $("inspector");
  if (!what) {
    box.replaceChildren(make("p", { className: "idle" }, IDLE));
    return;
  }
  const parts = [];
  if (what.row) {
    const row = what.row, others = sharers(row), same = twins(row);
    const facts = [`${number(row.bytes)} B`, row.input ? "input" : "constant",
      row.served === row.file ? `file ${row.file}` : `file ${row.file}, served by ${row.served}`];
    if (row.saved > 0) facts.push(`saves ${number(row.saved)} B`);
    parts.push(make("p", { className: "name" }, fullName(row)), make("p", { className: "facts" }, facts.join(" \u00b7 ")));
    if (others.length) parts.push(listed(`Shares one allocation with ${plural(others.length, "other")}: `, others));
    else if (row.reason && !row.input) parts.push(make("p", {}, `Not shared: ${row.reason}, ${row.where}`));
    else if (!others.length) parts.push(make("p", {}, row.input ? `${row.reason}, ${row.where}` : "Shares with nothing."));
    if (same.length && !others.length) parts.push(listed(`Holds the same bytes as ${plural(same.length, "other")}: `, same));
  } else {
    const label = data.labels[what.map.side][what.map.blocks.indexOf(what.block)] || "";
    const kind = what.block.getAttribute("class").split(" ")[0];
    parts.push(make("p", { className: "name" }, label), make("p", { className: "facts" }, `${number(bytesOf(what.block))} B \u00b7 ${kind === "alone" || kind === "kept" ? "file" : KIND[kind]}`));
  }
  if (held === what) {
    const buttons = make("p", { className: "buttons" });
    if (what.row) buttons.append(make("button", { type: "button", onclick: () => reveal(what.row) }, "Show in table"));
    buttons.append(make("button", { type: "button", onclick: () => hold(null) }, "Clear"));
    parts.push(buttons);
  }
  box.replaceChildren(...parts);
}

function listed(text, others) {
  const paragraph = make("p", { className: "who" }, text);
  others.slice(0, 12).forEach((row, i) => {
    if (i) paragraph.append(", ");
    paragraph.append(make("span", { className: "code" }, fullName(row)), ` (${row.file})`);
  });
  if (others.length > 12) paragraph.append(` and ${number(others.length - 12)} more`);
  return paragraph;
}

function pointed(map, block) {
  const held = map.rows.get(block);
  return target(held ? held[0] : null, map, block);
}

for (const map of maps) {
  map.svg.addEventListener("pointerover", (event) => {
    const block = event.target.closest("path");
    if (!held && block && map.all.includes(block)) lightUp(pointed(map, block));
  });
  map.svg.addEventListener("pointerleave", () => { if (!held) lightUp(null); });
  map.svg.addEventListener("click", (event) => {
    const block = event.target.closest("path");
    if (!block || !map.all.includes(block)) { hold(null); return; }
    activate(map, map.all.indexOf(block));
    hold(pointed(map, block));
  });
  map.svg.addEventListener("focus", () => { prepare(map); if (!held) activate(map, map.active, true); });
  map.svg.addEventListener("blur", () => { if (!held) lightUp(null); });
  map.svg.addEventListener("keydown", (event) => {
    const last = map.all.length - 1, at = map.active;
    const step = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: beside(map, 1), ArrowUp: beside(map, -1), Home: 0, End: last }[event.key];
    if (step !== undefined) { held = null; activate(map, Math.min(last, Math.max(0, step)), true); }
    else if (event.key === "Enter" || event.key === " ") hold(pointed(map, map.all[at]));
    else if (event.key === "Escape") { held = null; activate(map, at, true); }
    else return;
    event.preventDefault();
  });
}

function prepare(map) {  // what a screen reader needs; not before somebody comes with the keyboard
  if (map.prepared) return;
  map.prepared = true;
  map.all.forEach((block, i) => {
    block.id = `${map.svg.id}-${i}`;
    block.setAttribute("role", "option");
    block.setAttribute("aria-label", describe(map, block));
  });
}

function activate(map, index, light) {
  prepare(map);
  map.active = index;
  const block = map.all[index];
  if (!block) return;
  map.svg.setAttribute("aria-activedescendant", block.id);
  if (light) lightUp(pointed(map, block));
}

function beside(map, direction) {  // the block in the next row over or under the first byte of the active one
  const row = Number(map.svg.dataset.row);
  let start = 0;
  const starts = map.blocks.map((block) => place(block, row));
  start = place(map.all[map.active], row) + direction * row;
  let best = direction > 0 ? map.blocks.length - 1 : 0;
  for (let i = 0; i < starts.length; i += 1) if (starts[i] <= start) best = i;
  if (start < 0) best = 0;
  return best === map.active ? best + direction : best;
}

function place(block, row) {  // offset of a block's first byte, from the first piece of its outline
  const [, x, y] = /^M(\S+) ([^h]+)h/.exec(block.getAttribute("d"));
  return Number(x) + Math.round(Number(y) / (row * 20 / 512)) * row;
}

// --- the table ---
const sharedText = (row) => sharers(row).map((other) => other.name).join(" ");
const COLUMNS = [
  ...(several ? [{ key: "network", title: "Network", sort: (row) => row.network }] : []),
  { key: "name", title: "Name", sort: (row) => row.name },
  { key: "bytes", title: "Bytes", kind: "n", sort: (row) => row.bytes },
  { key: "file", title: "File", sort: (row) => row.file },
  { key: "role", title: "Role", sort: (row) => row.input },
  { key: "shared", title: "Shares memory with", sort: (row) => sharers(row).length },
  { key: "saved", title: "Saved", kind: "n", sort: (row) => row.saved },
  { key: "reason", title: "Not shared because", sort: (row) => (row.input ? "" : row.reason) },
];
const collator = new Intl.Collator("en", { numeric: true });
let order = { key: "", direction: 1 };
let found = rows;
let drawn = 0;

for (const column of COLUMNS) {
  const button = make("button", { type: "button" }, column.title);
  const th = make("th", { scope: "col", className: column.kind || "", "data-key": column.key, "aria-sort": "none" }, button);
  button.addEventListener("click", () => {
    const falling = order.key === column.key ? order.direction > 0 : column.kind === "n" || column.key === "shared";
    order = { key: column.key, direction: falling ? -1 : 1 };
    update();
  });
  $("head").append(th);
}

function matches(row, words, show, cause) {
  if (cause !== "" && row.cause !== Number(cause)) return false;
  if (show === "shared" && !sharers(row).length) return false;
  if (show === "doubled" && !row.doubled) return false;
  if (show === "reason" && (row.input || !row.reason)) return false;
  if (show === "alone" && (row.input || sharers(row).length || twins(row).length)) return false;
  if (show === "input" && !row.input) return false;
  return words.every((word) => text(row).includes(word));
}

function text(row) {
  row.text = row.text || [fullName(row), row.file, row.served, row.reason, row.where, row.input ? "input" : "constant", sharedText(row)].join("\n").toLowerCase();
  return row.text;
}

function update() {
  const words = $("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  found = rows.filter((row) => matches(row, words, $("show").value, $("reason").value));
  const column = COLUMNS.find((c) => c.key === order.key);
  if (column) {
    const keys = new Map(found.map((row) => [row, column.sort(row)]));
    const numbers = typeof column.sort(rows[0]) === "number";
    found.sort((a, b) => order.direction * (numbers ? keys.get(a) - keys.get(b) : collator.compare(keys.get(a), keys.get(b))) || a.index - b.index);
  }
  for (const th of $("head").children) {
    th.setAttribute("aria-sort", th.dataset.key !== order.key ? "none" : order.direction > 0 ? "ascending" : "descending");
  }
  const bytes = found.reduce((sum, row) => sum + row.bytes, 0);
  $("count").textContent = found.length === rows.length ? plural(rows.length, "row") : `${number(found.length)} of ${plural(rows.length, "row")}, ${number(bytes)} B`;
  $("rows").replaceChildren();
  drawn = 0;
  draw(CHUNK);
}

function draw(count) {
  const until = Math.min(found.length, drawn + count);
  const marked = new Set(shown && shown.row ? [shown.row, ...sharers(shown.row)] : []);
  const fragment = document.createDocumentFragment();
  for (; drawn < until; drawn += 1) fragment.append(rowElement(found[drawn], marked));
  $("rows").append(fragment);
  if (!found.length) $("rows").append(make("tr", {}, make("td", { colSpan: COLUMNS.length, className: "idle" }, rows.length ? "No constant is like that." : "The networks load nothing into L3.")));
  $("more").hidden = drawn >= found.length;
  $("all").textContent = `Show all ${number(found.length)} rows`;
}

function rowElement(row, marked) {
  const others = sharers(row), cells = [];
  if (several) cells.push(make("td", { className: "short" }, data.networks[row.network]));
  const pick = make("button", { type: "button", className: "pick", title: "Light it up in the maps" }, ...named(row));
  pick.addEventListener("click", () => hold(target(row)));
  cells.push(make("td", { className: "long" }, pick), make("td", { className: "n" }, number(row.bytes)),
    make("td", { className: "short" }, row.served === row.file ? row.file : `${row.file} \u2192 ${row.served}`),
    make("td", { className: "short" }, row.input ? "input" : "constant"));
  const shares = make("td", { className: "long" });
  if (others.length) {
    shares.append(make("span", { className: "code" }, ...named(others[0])));
    if (others.length > 1) shares.append(` and ${plural(others.length - 1, "other")}`);
  }
  const why = make("td", { className: row.reason && !row.input ? "long" : "long quiet" });
  why.append(row.reason || (others.length ? "" : row.doubled ? `equals ${plural(twins(row).length, "other")}` : "nothing equals it"));
  if (row.reason || row.doubled) {
    why.append(make("span", { className: row.doubled ? "where bad" : "where" }, row.reason ? row.where : ""));
  }
  cells.push(shares, make("td", { className: "n" }, row.saved ? number(row.saved) : ""), why);
  return make("tr", { "data-row": row.index, className: marked.has(row) ? "on" : "" }, ...cells);
}

function reveal(row) {
  if (!found.includes(row)) { $("filters").reset(); update(); }
  const at = found.indexOf(row);
  if (at >= drawn) draw(at + 1 - drawn + CHUNK);
  const tr = $("rows").querySelector(`[data-row="${row.index}"]`);
  tr.classList.add("on");
  tr.scrollIntoView({ block: "center" });
  tr.querySelector(".pick").focus({ preventScroll: true });
}

data.causes.forEach((cause, i) => {
  const count = rows.filter((row) => row.cause === i).length;
  $("reason").append(make("option", { value: String(i) }, `${cause} (${number(count)})`));
});
$("filters").addEventListener("input", update);
$("filters").addEventListener("submit", (event) => event.preventDefault());
$("filters").addEventListener("reset", () => setTimeout(update));
$("all").addEventListener("click", () => draw(found.length));
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && held) hold(null); });
addEventListener("beforeprint", () => draw(found.length));
new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting) && drawn && drawn < found.length) draw(CHUNK);
}, { rootMargin: "600px" }).observe($("more"));
for (const button of document.querySelectorAll("[data-cause]")) {
  button.addEventListener("click", () => {
    $("filters").reset();
    $("show").value = "doubled";
    $("reason").value = button.dataset.cause;
    update();
    $("constants").scrollIntoView();
  });
}
update();
})();

// --- maps, and the selection that they share with the table ---
const IDLE = document.querySelector("#inspector .idle").textContent;
const KIND = { arena: "arena", alone: "nothing equals it", kept: "kept, shared by several", gone: "copy that goes away",
  doubled: "doubled, not shared", directory: "directory of the image", input: "input" };
const maps = ["l3-before", "l3-after", "image-before", "image-after"].map((id, side) => {
  const svg = $(id);
  if (!svg) return null;
  const blocks = [...svg.querySelectorAll(".blocks path")], inside = [...svg.querySelectorAll(".inside path")];
  return { side, svg, blocks, inside, all: [...blocks, ...inside], rows: new Map(), mark: svg.querySelector(".mark"), active: 0, lit: [] };
}).filter(Boolean);

function blockOf(map, row) {
  const place = row.places[map.side];
  return place >= 0 ? map.blocks[place] : map.inside[-2 - place];
}
for (const map of maps) {
  for (const row of rows) {
    const block = blockOf(map, row);
    if (block) into(map.rows, block, row);
  }
}
const bytesOf = (block) => Number(block.dataset.bytes || block.dataset.inside || 0);
const kindOf = (block) => block.getAttribute("class").split(" ")[0];
const labelOf = (map, block) => data.labels[map.side][map.blocks.indexOf(block)] || "";

function describe(map, block) {
  const users = map.rows.get(block) || [];
  const label = users.length ? users.map(fullName).join(", ") : labelOf(map, block);
  return `${label}, ${number(bytesOf(block))} bytes, ${KIND[kindOf(block)]}`;
}

// --- the selection: {row} for a constant, or {map, block} for a block of none ---
let held = null;     // what a click or Enter holds
let shown = null;    // what is lit: the held one, or the one pointed at
const together = (what) => (what && what.row ? [what.row, ...sharers(what.row)] : []);

function lightUp(what) {
  shown = what;
  const lit = together(what);
  for (const map of maps) {
    for (const block of map.lit) block.classList.remove("on");
    map.lit = [...new Set(lit.map((row) => blockOf(map, row)).filter(Boolean))];
    if (what && !what.row && what.map === map) map.lit = [what.block];
    for (const block of map.lit) block.classList.add("on");
    map.svg.classList.toggle("lit", Boolean(what));
    map.mark.setAttribute("d", map.lit.map((block) => block.getAttribute("d")).join(""));
  }
  inspect(what);
  markRows();
}

function hold(what) {
  held = what;
  lightUp(what);
  expand(what ? what.row : null);
}

function inspect(what) {
  const box = $("inspector");
  if (!what) {
    box.replaceChildren(make("p", { className: "idle" }, IDLE));
    return;
  }
  const parts = what.row ? details(what.row, (row) => hold({ row })) : [
    make("p", { className: "name" }, labelOf(what.map, what.block)),
    make("p", { className: "facts" }, `${number(bytesOf(what.block))} B \u00b7 ${
      ["alone", "kept", "gone"].includes(kindOf(what.block)) ? "file" : KIND[kindOf(what.block)]}`)];
  if (held === what) {
    const buttons = make("p", { className: "buttons" });
    if (what.row) buttons.append(make("button", { type: "button", onclick: () => reveal(what.row) }, "Show in the table"));
    buttons.append(make("button", { type: "button", onclick: () => hold(null) }, "Clear"));
    parts.push(buttons);
  }
  box.replaceChildren(...parts);
}

function pointed(map, block) {
  const users = map.rows.get(block);
  return users ? { row: users[0], map, block } : { map, block };
}

for (const map of maps) {
  const blockAt = (event) => {
    const block = event.target.closest("path");
    return block && map.all.includes(block) ? block : null;
  };
  map.svg.addEventListener("pointerover", (event) => {
    const block = blockAt(event);
    if (!held && block) lightUp(pointed(map, block));
  });
  map.svg.addEventListener("pointerleave", () => { if (!held) lightUp(null); });
  map.svg.addEventListener("click", (event) => {
    const block = blockAt(event);
    if (block) activate(map, map.all.indexOf(block));
    hold(block && pointed(map, block));
  });
  map.svg.addEventListener("focus", () => { prepare(map); activate(map, map.active, !held && map.svg.matches(":focus-visible")); });
  map.svg.addEventListener("blur", () => { if (!held) lightUp(null); });
  map.svg.addEventListener("keydown", (event) => {
    const last = map.all.length - 1, at = map.active;
    const step = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: beside(map, 1), ArrowUp: beside(map, -1), Home: 0, End: last }[event.key];
    if (step !== undefined) { hold(null); activate(map, Math.min(last, Math.max(0, step)), true); }
    else if ((event.key === "Enter" || event.key === " ") && map.all[at]) hold(pointed(map, map.all[at]));
    else if (event.key === "Escape") { hold(null); activate(map, at, true); }
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

function prepare(map) {  // what a screen reader needs: when there is time, or when somebody comes with the keyboard
  if (map.prepared) return;
  map.prepared = true;
  map.all.forEach((block, i) => {
    block.id = `${map.svg.id}-${i}`;
    block.setAttribute("role", "option");
    block.setAttribute("aria-label", describe(map, block));
    block.setAttribute("aria-selected", "false");
  });
}

function activate(map, index, light) {
  prepare(map);
  const block = map.all[index];
  if (!block) return;
  map.all[map.active].setAttribute("aria-selected", "false");
  map.active = index;
  block.setAttribute("aria-selected", "true");
  map.svg.setAttribute("aria-activedescendant", block.id);
  if (light) lightUp(pointed(map, block));
}

function beside(map, direction) {  // the block in the next row over or under the first byte of the active one
  if (!map.all.length) return 0;
  const row = Number(map.svg.dataset.row);
  map.starts = map.starts || map.all.map((block) => startOf(block, row));
  const wanted = map.starts[map.active] + direction * row;
  let best = direction > 0 ? map.blocks.length - 1 : 0;
  for (let i = 0; i < map.blocks.length; i += 1) if (map.starts[i] <= wanted) best = i;
  if (wanted < 0) best = 0;
  return best === map.active ? best + direction : best;
}

function startOf(block, row) {  // offset of a block's first byte, from the first piece of its outline
  const [, x, y] = /^M(\S+) ([^h]+)h/.exec(block.getAttribute("d"));
  return Number(x) + Math.round(Number(y) / (row * PITCH)) * row;
}
const PITCH = 20 / 512;  // distance of two rows, as part of a row's width: see strips.py

(window.requestIdleCallback || setTimeout)(() => maps.forEach(prepare));
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && held) hold(null); });

// --- the table: rows are made as they are read ---
const natural = (text) => text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(9, "0"));  // 2.hex before 10.hex
const sharedText = (row) => sharers(row).map((other) => other.name).join(" ");
const COLUMNS = [
  ...(several ? [{ key: "network", title: "Network", sort: (row) => row.network }] : []),
  { key: "name", title: "Name", sort: (row) => natural(row.name) },
  { key: "bytes", title: "Bytes", kind: "n", sort: (row) => row.bytes },
  { key: "file", title: "File", sort: (row) => natural(row.file) },
  { key: "role", title: "Role", sort: (row) => row.input },
  { key: "shared", title: "Shares with", sort: countSharers },
  { key: "saved", title: "Saved", kind: "n", sort: (row) => row.saved },
  { key: "reason", title: "Why not shared", sort: (row) => (row.input ? "" : natural(row.reason)) },
];
const FALLING = new Set(["bytes", "saved", "shared"]);  // the largest first, when first asked
const CHUNK = 80;
let order = { key: "", direction: 1 };
let found = rows;
let drawn = 0;
let open = null;     // the row whose details are shown

for (const column of COLUMNS) {
  const button = make("button", { type: "button" }, column.title);
  button.addEventListener("click", () => {
    const first = FALLING.has(column.key) ? -1 : 1;
    order = { key: column.key, direction: order.key === column.key ? -order.direction : first };
    update();
  });
  $("head").append(make("th", { scope: "col", className: column.kind || "", "data-key": column.key, "aria-sort": "none" }, button));
}
$("table").classList.toggle("several", several);
$("prefix").textContent = prefix ? `All names begin with ${prefix}` : "";

function matches(row, words, show, cause) {
  if (cause !== "" && row.cause !== Number(cause)) return false;
  if (show === "shared" && !countSharers(row)) return false;
  if (show === "doubled" && !row.doubled) return false;
  if (show === "reason" && (row.input || !row.reason)) return false;
  if (show === "alone" && (row.input || countSharers(row) || twins(row).length)) return false;
  if (show === "input" && !row.input) return false;
  return words.every((word) => text(row).includes(word));
}

function text(row) {
  row.text = row.text || [fullName(row), row.file, row.served, row.reason, row.where, row.input ? "input" : "constant",
    sharedText(row)].join("\n").toLowerCase();
  return row.text;
}

function update() {
  const words = $("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  found = rows.filter((row) => matches(row, words, $("show").value, $("reason").value));
  const column = COLUMNS.find((c) => c.key === order.key);
  if (column && rows.length) {
    const keys = rows.map(column.sort);
    found.sort((a, b) => {
      const one = keys[a.index], other = keys[b.index];
      return one < other ? -order.direction : one > other ? order.direction : a.index - b.index;
    });
  }
  for (const th of $("head").children) {
    th.setAttribute("aria-sort", th.dataset.key !== order.key ? "none" : order.direction > 0 ? "ascending" : "descending");
  }
  const bytes = found.reduce((sum, row) => sum + row.bytes, 0);
  $("count").textContent = found.length === rows.length ? plural(rows.length, "row")
    : `${number(found.length)} of ${plural(rows.length, "row")}, ${number(bytes)} B`;
  $("rows").replaceChildren();
  drawn = 0;
  draw(CHUNK);
}

function draw(count) {
  const until = Math.min(found.length, drawn + count), fragment = document.createDocumentFragment(), first = drawn === 0;
  for (; drawn < until; drawn += 1) fragment.append(rowElement(found[drawn]));
  if (!found.length) {
    const told = rows.length ? "No constant is like that." : "The networks load nothing into L3.";
    fragment.append(make("tr", {}, make("td", { colSpan: COLUMNS.length, className: "quiet" }, told)));
  }
  $("rows").append(fragment);
  if (first && found.length) $("rows").querySelector(".pick").tabIndex = 0;
  $("more").hidden = drawn >= found.length;
  $("all").textContent = `Show all ${plural(found.length, "row")}`;
  if (open) expand(open);
  markRows();
}

function rowElement(row) {
  const others = sharers(row), cells = [];
  if (several) cells.push(make("td", { title: data.networks[row.network] }, data.networks[row.network]));
  const pick = make("button", { type: "button", className: "pick", tabIndex: -1, ariaExpanded: "false" }, briefly(row));
  const shares = make("td", {});
  if (others.length) {
    const box = make("span", { className: "shares" }, make("span", { className: "code", title: fullName(others[0]) }, others[0].name.slice(prefix.length)));
    if (others.length > 1) box.append(make("span", { className: "count" }, `+${number(others.length - 1)}`));
    shares.append(box);
  }
  const why = (row.cause >= 0 ? data.causes[row.cause] : row.reason) || (others.length ? "" : row.doubled ? `equals ${plural(twins(row).length, "other")}` : "nothing equals it");
  const reason = make("td", { className: row.reason && !row.input ? "" : "quiet", title: row.reason ? `${row.where}: ${row.reason}` : "" });
  if (row.doubled) reason.append(make("span", { className: "badge" }, "doubled"), " ");
  reason.append(why);
  if (row.reason) reason.append(" ", make("span", { className: "code" }, row.where));
  cells.push(make("td", {}, pick), make("td", { className: "n" }, number(row.bytes)),
    make("td", {}, row.served === row.file ? row.file : `${row.file} \u2192 ${row.served}`),
    make("td", {}, row.input ? "input" : "constant"), shares,
    make("td", { className: "n" }, row.saved ? number(row.saved) : ""), reason);
  return make("tr", { "data-row": row.index }, ...cells);
}

const elementOf = (row) => $("rows").querySelector(`tr[data-row="${row.index}"]`);

function markRows() {
  const marked = new Set(together(shown).map((row) => String(row.index)));
  for (const tr of $("rows").children) if (tr.dataset.row) tr.classList.toggle("on", marked.has(tr.dataset.row));
}

function expand(row) {  // details under the row that is held, where it is drawn
  const former = $("rows").querySelector(".details");
  if (former) {
    former.previousElementSibling.querySelector(".pick").setAttribute("aria-expanded", "false");
    former.remove();
  }
  open = row;
  const tr = row && elementOf(row);
  if (!tr) return;
  const toMaps = make("button", { type: "button", onclick: () => { $("inspector").scrollIntoView(); } }, "Show in the maps");
  const close = make("button", { type: "button", onclick: () => { hold(null); tr.querySelector(".pick").focus(); } }, "Close");
  const cell = make("td", { colSpan: COLUMNS.length }, ...details(row, reveal), make("p", { className: "buttons" }, toMaps, close));
  tr.after(make("tr", { className: "details" }, cell));
  tr.querySelector(".pick").setAttribute("aria-expanded", "true");
}

function reveal(row) {  // the row in the table, whatever is filtered
  if (!found.includes(row)) { for (const id of ["find", "reason"]) $(id).value = ""; $("show").value = "all"; update(); }
  const at = found.indexOf(row);
  if (at >= drawn) draw(at + 1 - drawn + CHUNK);
  hold({ row });
  const tr = elementOf(row);
  tr.scrollIntoView({ block: "center" });
  focusOn(tr.querySelector(".pick"), true);
}

function focusOn(pick, still) {  // one row at a time is reached by Tab, the others by the arrow keys
  for (const other of $("rows").querySelectorAll('.pick[tabindex="0"]')) other.tabIndex = -1;
  pick.tabIndex = 0;
  pick.focus({ preventScroll: still });
}

$("rows").addEventListener("click", (event) => {
  const tr = event.target.closest("tr[data-row]");
  if (!tr || String(getSelection())) return;
  const row = rows[Number(tr.dataset.row)];
  hold(open === row ? null : { row });
  focusOn(tr.querySelector(".pick"), true);
});
$("rows").addEventListener("keydown", (event) => {
  const tr = event.target.closest(".pick") && event.target.closest("tr");
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -Infinity, End: Infinity };
  if (!tr || !(event.key in steps)) return;
  event.preventDefault();
  const at = found.indexOf(rows[Number(tr.dataset.row)]);
  const next = Math.max(0, Math.min(found.length - 1, at + steps[event.key]));
  if (next >= drawn) draw(next + 1 - drawn + CHUNK);
  focusOn(elementOf(found[next]).querySelector(".pick"));
});

data.causes.forEach((cause, i) => {
  const count = rows.filter((row) => row.cause === i).length;
  $("reason").append(make("option", { value: String(i) }, `${cause} (${number(count)})`));
});
$("filters").addEventListener("input", update);
$("filters").addEventListener("submit", (event) => event.preventDefault());
$("filters").addEventListener("reset", () => setTimeout(update));
$("all").addEventListener("click", () => draw(found.length));
addEventListener("beforeprint", () => draw(found.length));
new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting) && drawn && drawn < found.length) draw(CHUNK);
}, { rootMargin: "600px" }).observe($("more"));
for (const button of document.querySelectorAll("[data-cause]")) {
  button.addEventListener("click", () => {
    $("find").value = "";
    $("show").value = "doubled";
    $("reason").value = button.dataset.cause;
    update();
    $("constants").scrollIntoView();
    $("reason").focus({ preventScroll: true });
  });
}
update();

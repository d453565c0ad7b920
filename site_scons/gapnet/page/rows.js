"use strict";
// The constants of the page's JSON as rows, and who belongs together. Text is only ever set as text, never as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const FIELDS = ["network", "name", "bytes", "file", "served", "input", "group", "equal", "saved", "reason", "cause", "where",
  "doubled", "places"];
const rows = data.rows.map((values, index) => {
  const row = { index };
  FIELDS.forEach((field, i) => { row[field] = values[i]; });
  return row;
});
const several = data.networks.length > 1;
const $ = (id) => document.getElementById(id);
const number = (n) => n.toLocaleString("en-US");
const plural = (n, word) => `${number(n)} ${word}${n === 1 ? "" : "s"}`;

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
function into(map, key, row) {
  const found = map.get(key);
  if (found) found.push(row); else map.set(key, [row]);
}
for (const row of rows) {
  if (row.group >= 0) into(groups, row.group, row);
  if (row.equal >= 0) into(equals, row.equal, row);
}
const sharers = (row) => (groups.get(row.group) || []).filter((other) => other !== row);
const countSharers = (row) => (row.group < 0 ? 0 : groups.get(row.group).length - 1);
const twins = (row) => (equals.get(row.equal) || []).filter((other) => other !== row && (row.group < 0 || other.group !== row.group));

// --- names ---
const prefix = (() => {  // what all names begin with, up to a line: it is said once
  const [first, ...others] = rows.map((row) => row.name);
  let end = others.length ? first.length : 0;
  for (const name of others) while (!name.startsWith(first.slice(0, end))) end -= 1;
  return end ? first.slice(0, first.lastIndexOf("_", end - 1) + 1) : "";
})();
const fullName = (row) => (several ? `${data.networks[row.network]}: ` : "") + row.name;
const shortName = (row) => (several ? `${data.networks[row.network]}: ` : "") + row.name.slice(prefix.length);
const TAIL = 16;

function briefly(row) {  // a name that gives way in its middle where there is little room
  const name = row.name.slice(prefix.length), at = name.length > 2 * TAIL ? name.length - TAIL : name.length;
  return make("span", { className: "brief", title: fullName(row) }, make("span", {}, name.slice(0, at)), name.slice(at));
}

// --- what there is to say of a row ---
function details(row, go) {  // go: what a press on another constant's name does
  const others = sharers(row), same = twins(row);
  const facts = [`${number(row.bytes)} B`, row.input ? "input" : "constant",
    row.served === row.file ? `file ${row.file}` : `file ${row.file}, filled from ${row.served}`];
  if (row.saved) facts.push(row.saved > 0 ? `saves ${number(row.saved)} B` : `takes ${number(-row.saved)} B more`);
  const parts = [make("p", { className: "name" }, fullName(row)), make("p", { className: "facts" }, facts.join(" \u00b7 "))];
  if (others.length) parts.push(listed(`Shares one allocation with ${plural(others.length, "other")}: `, others, go));
  if (row.reason) parts.push(make("p", {}, `${row.input ? "" : "Not shared: "}${row.reason} (${row.where})`));
  if (same.length) parts.push(listed(`${others.length ? "Also lies in L3 as" : "Holds the same bytes as"} `, same, go));
  if (!others.length && !row.reason && !same.length) parts.push(make("p", {}, "No other constant holds the same bytes."));
  return parts;
}

const LISTED = 12;
function listed(text, others, go) {
  const paragraph = make("p", { className: "who" }, text);
  others.slice(0, LISTED).forEach((row, i) => {
    if (i) paragraph.append(", ");
    const name = make("button", { type: "button", className: "link", title: fullName(row), onclick: () => go(row) }, shortName(row));
    paragraph.append(name, ` (${row.file})`);
  });
  if (others.length > LISTED) paragraph.append(` and ${number(others.length - LISTED)} more`);
  return paragraph;
}

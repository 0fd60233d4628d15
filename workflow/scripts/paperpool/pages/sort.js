// Tables are sorted by the heads of their columns: once, the other way round, and as they were.
// Rows stay in their group. A page without scripts has the same tables, without the buttons.
"use strict";

const MISSING = "–";
const UNITS = { h: 3600, min: 60, s: 1, MB: 1e6, kB: 1e3, GB: 1e9 };

// Return the text of a cell without what stands beside and below its value.
function readCell(cell) {
  const copy = (cell.querySelector(".value") || cell).cloneNode(true);
  for (const beside of copy.querySelectorAll(".printed, .marks, .note, .letter, .sr, title")) {
    beside.remove();
  }
  return copy.textContent.trim();
}

// Return the number that a text is, or begins with before an interval; undefined for other texts.
function readNumber(text) {
  const plain = text.replace(/(\d),(?=\d{3}\b)/g, "$1").replaceAll("−", "-").replace(/^[<±]\s*/, "");
  const number = "[+-]?\\d+(\\.\\d+)?%?";
  const forms = [`${number}(\\s*[\\[±].*)?`, `\\[${number}, .*\\]`];
  if (forms.some((form) => new RegExp(`^${form}$`).test(plain))) {
    return parseFloat(plain.replace("[", ""));
  }
  const parts = [...plain.matchAll(/(\d+(?:\.\d+)?) (h|min|s|MB|kB|GB)\b/g)];
  const whole = parts.map((part) => part[0]).join(" ");
  if (parts.length && whole === plain) {
    return parts.reduce((sum, [, number, unit]) => sum + parseFloat(number) * UNITS[unit], 0);
  }
  return undefined;
}

function isKnown(text) {
  return text !== "" && text !== MISSING;
}

// Return the rows by their values, rising or falling; missing values come last both ways.
function sortRows(rows, values, isRising) {
  const compare = (a, b) => {
    const [one, other] = [values.get(a), values.get(b)];
    if (typeof one === "number") return one - other;
    return one.localeCompare(other, "en", { numeric: true });
  };
  const known = rows.filter((row) => values.has(row));
  const missing = rows.filter((row) => !values.has(row));
  return [...known.sort((a, b) => (isRising ? compare(a, b) : compare(b, a))), ...missing];
}

// Return the values of a column by row: numbers if all known ones are, else texts.
function readColumn(rows, column) {
  const texts = rows.map((row) => [row, readCell(row.cells[column])]);
  const known = texts.filter(([, text]) => isKnown(text));
  const numbers = known.map(([row, text]) => [row, readNumber(text)]);
  return new Map(numbers.every(([, number]) => number !== undefined) ? numbers : known);
}

// Return the heads of single columns, by their columns.
function findHeads(table) {
  const taken = [];
  const heads = new Map();
  const lines = [...table.tHead.rows];
  lines.forEach((line, level) => {
    let column = 0;
    for (const cell of line.cells) {
      while ((taken[level] || [])[column]) column += 1;
      for (let down = 0; down < cell.rowSpan; down += 1) {
        for (let right = 0; right < cell.colSpan; right += 1) {
          (taken[level + down] ||= [])[column + right] = true;
        }
      }
      if (level + cell.rowSpan === lines.length && cell.colSpan === 1) heads.set(column, cell);
      column += cell.colSpan;
    }
  });
  return heads;
}

function makeSortable(table) {
  const groups = [...table.tBodies].map((body) => {
    const rows = [...body.rows].filter((row) => !row.classList.contains("group"));
    return { body, rows };
  });
  if (!groups.some(({ rows }) => rows.length > 1)) return;
  const heads = findHeads(table);
  const rows = groups.flatMap((group) => group.rows);
  for (const [column, head] of heads) {
    const isDrawn = rows.some((row) => row.cells[column].querySelector("svg"));
    if (!head.textContent.trim() || head.querySelector("a") || isDrawn) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const values = readColumn(rows, column);
      const isNumeric = [...values.values()].every((value) => typeof value === "number");
      // the largest number comes first, and the first letter
      const order = isNumeric ? ["descending", "ascending"] : ["ascending", "descending"];
      const next = order[order.indexOf(head.getAttribute("aria-sort")) + 1];
      for (const other of heads.values()) other.removeAttribute("aria-sort");
      if (next) head.setAttribute("aria-sort", next);
      for (const group of groups) {
        const sorted = next ? sortRows(group.rows, values, next === "ascending") : group.rows;
        group.body.append(...sorted);
      }
    });
  }
}

for (const table of document.querySelectorAll("main .scroll > table")) {
  if (table.tHead) makeSortable(table);
}

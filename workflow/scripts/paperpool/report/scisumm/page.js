"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const N_HUES = 7;
const SPLITS = { train: "Training set", test: "Test set" };
const at = (id) => document.getElementById(id);
const all = data.papers.flatMap((paper) => paper.citances.map((citance) => ({ paper, citance })));
let current = 0;

// Texts only ever become text nodes, so that nothing in the data is read as markup.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const cut = (text, n) => (text.length > n ? text.slice(0, n - 1).trimEnd() + "…" : text);

// Spans count characters; those of a string may be two units of UTF-16.
function fill(element, text, spans) {
  const characters = Array.from(text);
  let end = 0;
  for (const [start, length, node] of spans.sort((a, b) => a[0] - b[0])) {
    if (start < end || !length) continue;
    element.append(characters.slice(end, start).join(""));
    node.prepend(characters.slice(start, start + length).join(""));
    element.append(node);
    end = start + length;
  }
  element.append(characters.slice(end).join(""));
}

function wordText(citance, [start, length]) {
  return Array.from(citance.text).slice(start, start + length).join("");
}

// The words that contribute most over the explained sentences, each with a hue.
function chooseHues(citance, words) {
  const shares = new Map();
  for (const rows of Object.values(citance.matches || {})) {
    for (const [word, , , , share] of rows) {
      const text = wordText(citance, words[word]).toLowerCase();
      shares.set(text, (shares.get(text) || 0) + share);
    }
  }
  const order = [...shares].sort((a, b) => b[1] - a[1]).slice(0, N_HUES).map(([text]) => text);
  return words.map((word) => order.indexOf(wordText(citance, word).toLowerCase()));
}

function paint(node, hue) {
  if (hue < 0) return;
  node.classList.add("hued");
  node.style.setProperty("--hue", `var(--c${hue})`);
}

function showCitance({ paper, citance }) {
  const words = citance.words || [];
  const hues = chooseHues(citance, words);
  at("citing").textContent = `number ${citance.number} of ${paper.id}, in ${citance.citing}`;
  at("told").textContent = words.length ? "Point at a word, or move through the words with the arrow keys, for its matches." : "";
  const line = at("words");
  line.replaceChildren();
  const spans = words.map(([start, length, weight], i) => {
    const node = make("span", { class: "word", "data-word": i, tabindex: -1 });
    node.style.setProperty("--weight", weight / 100);
    if (weight < 30) node.classList.add("light");
    paint(node, hues[i]);
    return [start, length, node];
  });
  fill(line, citance.text, spans);
  const first = line.querySelector(".word");
  if (first) first.tabIndex = 0;
  return { words, hues };
}

function goldOf(citance) {
  const gold = new Map();
  for (const [who, places] of citance.gold) {
    for (const place of places) gold.set(place, [...(gold.get(place) || []), who || "annotator"]);
  }
  return gold;
}

function jumpTo(place) {
  const card = at(`card-${place}`);
  if (!card) return;
  card.scrollIntoView({ block: "center" });
  card.focus({ preventScroll: true });
}

function showChoices({ paper, citance }, gold, rankers) {
  const row = (who, places, marked) => {
    const cell = make("td");
    for (const place of places) {
      const isGold = marked && gold.has(place);
      const text = `${paper.sentences[place][0]}${isGold ? " ✓" : ""}`;
      const button = make("button", { type: "button", class: isGold ? "jump gold" : "jump", "aria-label": `sentence ${paper.sentences[place][0]}${isGold ? ", gold" : ""}` }, text);
      button.addEventListener("click", () => jumpTo(place));
      cell.append(button);
    }
    if (!places.length) cell.append("none");
    return make("tr", {}, make("th", { scope: "row" }, who), cell);
  };
  const rows = citance.gold.map(([who, places]) => row(`gold: ${who || "annotator"}`, places, false));
  if (!rows.length) rows.push(make("tr", {}, make("th", { scope: "row" }, "gold"), make("td", {}, "not annotated here")));
  for (const i of rankers) rows.push(row(data.rankers[i], citance.chosen[i], true));
  at("choices").replaceChildren(...rows);
}

function explainCard(card, text, { paper, citance }, place, { words, hues }) {
  const sentence = paper.sentences[place][2];
  const rows = (citance.matches || {})[place];
  if (!rows) {
    fill(text, sentence, []);
    return;
  }
  // of words that meet in one word of the sentence, the one that contributes most is shown there
  const best = new Map();
  for (const row of rows) {
    const other = best.get(row[1]);
    if (!other || other[4] < row[4]) best.set(row[1], row);
  }
  const spans = [...best.values()].map(([word, start, length, alike]) => {
    const met = rows.filter((row) => row[1] === start).map((row) => row[0]);
    const node = make("span", { class: "match", "data-words": ` ${met.join(" ")} ` });
    node.style.setProperty("--alike", Math.max(alike, 0) / 100);
    paint(node, hues[word]);
    return [start, length, node];
  });
  fill(text, sentence, spans);
  const top = [...rows].sort((a, b) => b[4] - a[4]).slice(0, 5);
  const characters = Array.from(sentence);
  const reasons = top.map(([word, start, length, alike, share]) => {
    const matched = characters.slice(start, start + length).join("");
    return `${wordText(citance, words[word])} → ${matched} (${(alike / 100).toFixed(2)}, ${Math.round(share / 10)}%)`;
  });
  if (reasons.length) card.append(make("p", { class: "reasons" }, `Matches that contribute most (similarity, share of the score): ${reasons.join("; ")}`));
}

function showCards(shown, gold, rankers, painted) {
  const { paper, citance } = shown;
  const votes = new Map([...gold.keys()].map((place) => [place, []]));
  for (const i of rankers) {
    citance.chosen[i].forEach((place, rank) => votes.set(place, [...(votes.get(place) || []), [i, rank + 1]]));
  }
  const places = [...votes.keys()].sort((a, b) => gold.has(b) - gold.has(a) || votes.get(b).length - votes.get(a).length || a - b);
  const cards = places.map((place) => {
    const [sid, section] = paper.sentences[place];
    const card = make("article", { class: gold.has(place) ? "card gold" : "card", id: `card-${place}`, tabindex: -1 });
    const badges = make("ul", { class: "badges" });
    for (const who of gold.get(place) || []) badges.append(make("li", { class: "gold" }, `gold: ${who}`));
    for (const [i, rank] of votes.get(place)) {
      const own = data.rankers[i] === data.explained;
      badges.append(make("li", { class: own ? "own" : undefined }, `${data.rankers[i]}: rank ${rank}`));
    }
    if (!votes.get(place).length) badges.append(make("li", {}, "chosen by no ranker shown"));
    card.append(make("h3", {}, `Sentence ${sid} `, make("span", { class: "note" }, paper.sections[section])), badges);
    const text = make("p");
    card.append(text);
    explainCard(card, text, shown, place, painted);
    return card;
  });
  at("sentences").replaceChildren(...(cards.length ? cards : [make("p", {}, "No sentence was chosen.")]));
  return new Set(places);
}

function showWhole({ paper }, gold, chosen) {
  at("whole-name").textContent = paper.id;
  const parts = [];
  let list = null;
  let last = -1;
  paper.sentences.forEach(([sid, section, text], place) => {
    if (section !== last) {
      list = make("ol");
      if (paper.sections[section]) parts.push(make("h3", {}, paper.sections[section]));
      parts.push(list);
      last = section;
    }
    const classes = [gold.has(place) && "gold", chosen.has(place) && "chosen"].filter(Boolean).join(" ");
    const said = gold.has(place) ? ", gold" : chosen.has(place) ? ", chosen" : "";
    list.append(make("li", { class: classes || undefined }, make("span", { class: "sid" }, `${sid}`, make("span", { class: "sr" }, said)), make("span", {}, text)));
  });
  at("whole").replaceChildren(...parts);
}

function tell(word) {
  for (const node of document.querySelectorAll(".on")) node.classList.remove("on");
  if (word === null) return;
  const { paper, citance } = all[current];
  const span = citance.words[word];
  at("words").querySelector(`[data-word="${word}"]`).classList.add("on");
  for (const node of document.querySelectorAll(`[data-words~="${word}"]`)) node.classList.add("on");
  const found = Object.entries(citance.matches).flatMap(([place, rows]) => {
    const row = rows.find((one) => one[0] === word);
    if (!row) return [];
    const matched = Array.from(paper.sentences[place][2]).slice(row[1], row[1] + row[2]).join("");
    return [`sentence ${paper.sentences[place][0]}: “${matched}”, similarity ${(row[3] / 100).toFixed(2)}, ${(row[4] / 10).toFixed(1)}% of the score`];
  });
  const rare = span[3] ? "" : ", too rare for a vector of its own: all such words count as one";
  at("told").textContent = `“${wordText(citance, span)}” weighs ${(span[2] / 100).toFixed(2)}${rare}. ${found.length ? `Best matches: ${found.join("; ")}.` : "It contributes to no sentence shown."}`;
}

function show(number) {
  current = number;
  const shown = all[number];
  const { paper, citance } = shown;
  const choice = at("ranker").value;
  const rankers = choice === "" ? data.rankers.map((_, i) => i) : [Number(choice)];
  if (at("paper").value !== String(data.papers.indexOf(paper)) || !at("citance").options.length) {
    at("paper").value = String(data.papers.indexOf(paper));
    at("citance").replaceChildren(...paper.citances.map((one, i) => make("option", { value: i }, cut(`${one.number}. ${one.citing}: ${one.text}`, 110))));
    at("citance").dataset.paper = paper.id;
  }
  at("citance").value = String(paper.citances.indexOf(citance));
  at("previous").disabled = number === 0;
  at("next").disabled = number === all.length - 1;
  const gold = goldOf(citance);
  const painted = showCitance(shown);
  showChoices(shown, gold, rankers);
  showWhole(shown, gold, showCards(shown, gold, rankers, painted));
}

function go(number) {
  at("citance").replaceChildren();
  show(number);
  history.replaceState(null, "", `#${encodeURIComponent(all[number].citance.id)}`);
}

function find(hash) {
  let name = hash.slice(1);
  try { name = decodeURIComponent(name); } catch { /* not ours: the first is shown */ }
  return Math.max(0, all.findIndex(({ citance }) => citance.id === name));
}

for (const [split, title] of Object.entries(SPLITS)) {
  const group = make("optgroup", { label: title });
  data.papers.forEach((paper, i) => {
    if (paper.split === split) group.append(make("option", { value: i }, `${paper.id} (${paper.citances.length})`));
  });
  if (group.childElementCount) at("paper").append(group);
}
at("ranker").append(make("option", { value: "" }, "all rankers"), ...data.rankers.map((name, i) => make("option", { value: i }, name)));
at("choose").addEventListener("submit", (event) => event.preventDefault());
at("paper").addEventListener("change", () => go(all.findIndex(({ paper }) => paper === data.papers[at("paper").value])));
at("citance").addEventListener("change", () => {
  const wanted = data.papers[at("paper").value].citances[at("citance").value];
  go(all.findIndex(({ citance }) => citance === wanted));
});
at("ranker").addEventListener("change", () => show(current));
at("previous").addEventListener("click", () => go(current - 1));
at("next").addEventListener("click", () => go(current + 1));
addEventListener("hashchange", () => show(find(location.hash)));
for (const kind of ["mouseover", "focusin"]) {
  at("words").addEventListener(kind, (event) => {
    const word = event.target.closest("[data-word]");
    tell(word ? Number(word.dataset.word) : null);
  });
}
at("words").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const words = [...at("words").querySelectorAll(".word")];
  const next = words[words.indexOf(document.activeElement) + step];
  if (!step || !next) return;
  event.preventDefault();
  document.activeElement.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});
at("browser").hidden = false;
show(find(location.hash));

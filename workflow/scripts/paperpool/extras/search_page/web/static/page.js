"use strict";
// The page works without this: it only shows which sentences go together, and that work is going on.

function pairsOf(target) {
  const holder = target instanceof Element && target.closest("[data-asked]");
  return holder ? holder.dataset.asked.split(" ") : [];
}

function light(target) {
  const asked = pairsOf(target);
  for (const element of document.querySelectorAll(".sentence[data-asked]")) {
    const near = element.dataset.asked.split(" ").some((number) => asked.includes(number));
    element.classList.toggle("near", near);
  }
}

document.addEventListener("mouseover", (event) => light(event.target));
document.addEventListener("focusin", (event) => light(event.target));

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select")) return;
  const field = document.getElementById("paper");
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
});

const working = document.querySelector("[data-working]");
for (const form of document.querySelectorAll("form[data-search]")) {
  form.addEventListener("submit", () => { working.textContent = "Searching…"; });
}
addEventListener("pageshow", () => { working.textContent = ""; });

// The search field of pages: searches search.json, which is part of the site, so that it works
// without a network. "/" focuses the field.
import MiniSearch, { type SearchResult } from "minisearch";

import { indexOptions } from "./search_options.mjs";

const place = document.getElementById("search");
const site = new URL(`${document.documentElement.dataset.site ?? "."}/`, location.href);
const language = document.documentElement.lang;
const none = language === "zh" ? "没有找到" : "Nothing found";
/** Live pages exist in two languages, the documentation in one. */
const ofLanguage = (found: SearchResult): boolean => found.language === language || !String(found.path).startsWith("learn/");

let index: Promise<MiniSearch> | undefined;
const loaded = (): Promise<MiniSearch> =>
  (index ??= fetch(new URL("search.json", site)).then((answer) => answer.text()).then((text) => MiniSearch.loadJSON(text, indexOptions)));

function show(place: HTMLElement): void {
  const field = document.createElement("input");
  field.type = "search";
  field.placeholder = `${place.dataset.word} (/)`;
  field.setAttribute("aria-label", place.dataset.word ?? "");
  const list = document.createElement("ul");
  list.setAttribute("aria-live", "polite");
  place.replaceChildren(field, list);
  field.addEventListener("focus", () => void loaded());
  field.addEventListener("input", async () => {
    const asked = field.value.trim();
    const found = asked === "" ? [] : (await loaded()).search(asked, { filter: ofLanguage }).slice(0, 12);
    if (asked !== field.value.trim()) return; // the text has changed since
    list.replaceChildren(...found.map((each) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = new URL(each.path, site).href;
      link.textContent = each.title === "" ? each.path : each.title;
      item.append(link);
      return item;
    }));
    if (asked !== "" && found.length === 0) {
      const item = document.createElement("li");
      item.textContent = none;
      list.append(item);
    }
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") list.querySelector("a")?.click();
    if (event.key === "Escape") {
      field.value = "";
      list.replaceChildren();
      field.blur();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    field.focus();
  });
}
if (place !== null) show(place);
if ("serviceWorker" in navigator) void navigator.serviceWorker.register(new URL("service.js", site)).catch(() => undefined);

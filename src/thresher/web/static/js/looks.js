// Light or dark and the size of the text: the reader's own, on every device.

import { get } from "./api.js";

const SIZES = { small: 15, normal: 17, large: 21 }; // pixels
const ASKED = "thresher.looks-asked";

export const pixels = (name) => SIZES[name];
export const sizeName = (size) => Object.keys(SIZES).find((name) => SIZES[name] === size) ?? "normal";

export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // for this page only, then
  }
}

/** Set the looks now and for the pages to come. */
export function look(dark, size) {
  const root = document.documentElement;
  if (dark === "light" || dark === "dark") root.dataset.theme = dark;
  else delete root.dataset.theme;
  root.dataset.size = size;
  keep("thresher.dark", dark);
  keep("thresher.size", size);
}

/** Once a visit: what this reader chose elsewhere holds here too. */
export async function fetchLooks() {
  try {
    if (sessionStorage.getItem(ASKED)) return;
    sessionStorage.setItem(ASKED, "yes");
    const saved = await get("/session/settings");
    look(saved.dark ?? "auto", sizeName(saved.size));
  } catch {
    // looks are an extra: the page stays as the system wants it
  }
}

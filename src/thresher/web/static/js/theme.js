// Set light or dark and the text size before the first paint; a plain script, as modules run too late.
(() => {
  try {
    const root = document.documentElement;
    const dark = localStorage.getItem("thresher.dark");
    const size = localStorage.getItem("thresher.size");
    if (dark === "light" || dark === "dark") root.dataset.theme = dark;
    if (size) root.dataset.size = size;
  } catch {
    // storage may be closed to us: the system's choice stands
  }
})();

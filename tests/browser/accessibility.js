() => {
  // Checks in the manner of axe, by our own hand: each problem is a sentence.
  const problems = [];
  const seen = (element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !element.closest("[aria-hidden=true]") && !element.closest("details:not([open]) > :not(summary)");
  const told = (element) => `${element.tagName.toLowerCase()}${element.id ? "#" + element.id : ""}${element.className && typeof element.className === "string" ? "." + element.className.trim().split(/\s+/).join(".") : ""} "${(element.textContent || "").trim().slice(0, 30)}"`;
  const nameOf = (element) => {
    const by = element.getAttribute("aria-labelledby");
    if (by) return by.split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? "").join(" ").trim();
    const labels = element.labels ? [...element.labels].map((label) => label.textContent).join(" ") : "";
    return (element.getAttribute("aria-label") || labels || element.getAttribute("alt") || element.textContent || element.getAttribute("title") || "").trim();
  };

  if (!document.documentElement.lang) problems.push("the page has no language");
  if (!document.title.trim()) problems.push("the page has no title");
  if (document.querySelectorAll("main").length !== 1) problems.push("there is not one main");
  if (!document.querySelector("header")) problems.push("there is no header");
  if (document.querySelector("[tabindex]:not([tabindex='0']):not([tabindex='-1'])")) problems.push("a tabindex forces an order");
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  for (const id of new Set(ids)) if (ids.filter((other) => other === id).length > 1) problems.push(`id ${id} is there twice`);

  let level = 0;
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter(seen);
  if (headings.filter((heading) => heading.tagName === "H1").length !== 1) problems.push("there is not one h1");
  for (const heading of headings) {
    const now = Number(heading.tagName[1]);
    if (now > level + 1) problems.push(`heading jumps from ${level} to ${now}: ${told(heading)}`);
    if (!heading.textContent.trim()) problems.push(`empty heading ${told(heading)}`);
    level = now;
  }

  const controls = [...document.querySelectorAll("button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], meter, progress")].filter(seen);
  for (const control of controls) if (!nameOf(control)) problems.push(`no name: ${told(control)}`);
  for (const image of document.querySelectorAll("img, svg[role=img]")) if (seen(image) && !nameOf(image)) problems.push(`a picture without a name: ${told(image)}`);
  for (const table of document.querySelectorAll("table")) if (seen(table) && !table.querySelector("th")) problems.push("a table without heads");
  for (const link of document.querySelectorAll("a[target=_blank]")) if (!/noopener/.test(link.rel)) problems.push(`a way out without noopener: ${told(link)}`);
  for (const element of document.querySelectorAll("[aria-labelledby], [aria-describedby], [aria-controls]"))
    for (const attribute of ["aria-labelledby", "aria-describedby", "aria-controls"])
      for (const id of (element.getAttribute(attribute) ?? "").split(/\s+/).filter(Boolean)) if (!document.getElementById(id)) problems.push(`${attribute} names ${id}, which is not there`);

  // contrast of every piece of text against what is painted behind it
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
    let color = matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
    for (const layer of layers.reverse()) color = over(layer, color);
    return color;
  };
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || !seen(element) || /^(SCRIPT|STYLE|NOSCRIPT|OPTION)$/.test(element.tagName) || element.closest("noscript, :disabled, [aria-disabled=true]")) continue;
    const style = getComputedStyle(element);
    const back = behind(element);
    const front = element.closest("svg") ? rgba(style.fill) : rgba(style.color);
    const [a, b] = [light(over(front, back)), light(back)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5) - 0.005) problems.push(`contrast ${ratio.toFixed(2)}: ${told(element)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) problems.push(`the page is wider than the window: ${document.documentElement.scrollWidth} > ${innerWidth}`);
  return problems;
}

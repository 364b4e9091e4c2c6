// Everything out: records, flow, methods text, one zip.

import { address, inProject } from "../api.js";
import { field, h, select, toast } from "../dom.js";
import { begin } from "../shell.js";

const FORMATS = { ris: "RIS", csv: "CSV", xlsx: "Excel", bibtex: "BibTeX", "endnote-xml": "EndNote XML", enw: "EndNote tagged (ENW)", nbib: "PubMed nbib", "csl-json": "CSL JSON", jsonl: "JSON lines", asreview: "ASReview project", asreview3: "ASReview 3 project" };
const ONLY = { all: "all records", included: "included", excluded: "excluded", undecided: "not decided" };

/** Fetch a file and save it; a refusal is told on the page, not saved as a file. */
async function save(path, name) {
  const response = await fetch(address(inProject(path)), { credentials: "same-origin" }).catch(() => null);
  if (!response?.ok) {
    const data = await response?.json().catch(() => null);
    throw new Error(data?.error?.message ?? data?.detail ?? "The server cannot be reached.");
  }
  const given = /filename\*?=(?:UTF-8'')?"?([^";]+)"?/i.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  const link = h("a", { download: given ? decodeURIComponent(given) : name });
  link.href = URL.createObjectURL(await response.blob());
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

const saver = (text, path, name, kind = "") =>
  h("button", { type: "button", class: kind, on: { click: (event) => {
    const pressed = event.currentTarget;
    pressed.setAttribute("aria-busy", "true");
    save(typeof path === "function" ? path() : path, name).catch((error) => toast(error.message, { kind: "bad" })).finally(() => pressed.removeAttribute("aria-busy"));
  } } }, text);

begin(async () => {
  const format = select(FORMATS);
  const only = select(ONLY);
  const merge = h("input", { type: "checkbox", checked: true });
  const path = () => `/export?${new URLSearchParams({ format: format.value, only: only.value, merge: String(merge.checked) })}`;
  return h(
    "div",
    { class: "stack" },
    h("section", { class: "box" }, h("h2", {}, "Records with decisions"), h("p", {}, "With labels, reasons, notes, tags and who decided, in any format, whatever was imported."), h("div", { class: "grid" }, field("Format", format), field("Which", only), field("One record per publication (duplicates merged)", merge)), h("p", { class: "row" }, saver("Save the records", path, "records", "main"))),
    h("section", { class: "box" }, h("h2", {}, "PRISMA 2020 flow"), h("p", {}, "The numbers add up, or it says what is missing. The CSV has the keys of the official PRISMA tool."), h("p", { class: "row" }, saver("SVG", "/report/flow.svg", "flow.svg"), saver("PNG", "/report/flow.png", "flow.png"), saver("CSV", "/report/flow.csv", "flow.csv"))),
    h("section", { class: "box" }, h("h2", {}, "Methods text"), h("p", {}, "Ready to paste: tool, version, model, stopping rule and its guarantee, as RAISE and PRISMA-trAIce ask."), h("p", { class: "row" }, saver("Plain text", "/report/methods.txt", "methods.txt"), saver("Markdown", "/report/methods.md", "methods.md"))),
    h("section", { class: "box" }, h("h2", {}, "Everything"), h("p", {}, "Flow, methods, certificate, decisions log and records as one zip."), h("p", { class: "row" }, saver("Save the zip", "/report.zip", "report.zip", "main"))),
  );
});

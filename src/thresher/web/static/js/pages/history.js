// Every decision, with filters; taking one back adds a line.

import { get, inProject } from "../api.js";
import { deciding } from "../deciding.js";
import { bdi, button, field, h, select, table, toast } from "../dom.js";
import { begin, empty, failed } from "../shell.js";
import { labelWord, origin, STAGES, when } from "../words.js";

const PAGE = 50;

begin(async (who) => {
  const { decide } = deciding(who.reader.name);
  const controls = {
    reader: h("input", { size: 12 }),
    label: select({ "": "all", include: "included", exclude: "excluded", maybe: "maybe", undo: "undone" }),
    stage: select({ "": "all", ...STAGES }),
    record: h("input", { type: "number", min: 1, size: 8 }),
  };
  controls.record.value = new URLSearchParams(location.search).get("record") ?? "";
  const filters = h("form", { class: "box inline", role: "search" }, field("Reader", controls.reader), field("Decision", controls.label), field("Stage", controls.stage), field("Record", controls.record), h("button", { class: "main" }, "Show"));
  const place = h("section", { "aria-live": "polite" });
  let rows = [];

  const takeBack = (row, pressed) => {
    if (pressed.disabled) return;
    pressed.disabled = true; // a second click would take back what stood before
    decide(row.record, row.stage, "undo", row.uid ? { undoes: row.uid } : {});
    toast(`Taken back: ${labelWord(row.label).toLowerCase()}, record ${row.record}. It will be shown again.`);
    setTimeout(() => load(), 600);
  };

  const standing = () => {
    const seen = new Set();
    return new Set(rows.filter((row) => {
      const key = `${row.reader}|${row.stage}|${row.publication}`;
      const first = !seen.has(key);
      seen.add(key);
      return first && row.reader === who.reader.name && row.label !== "undo" && row.kind !== "undone";
    }));
  };

  const draw = (more) => {
    const own = standing();
    if (!rows.length) return place.replaceChildren(empty("No decision fits. Widen the filters, or begin to screen.", { href: "screen", text: "Screen" }));
    return place.replaceChildren(
      table(
        "Decisions, newest first",
        ["When", "Reader", "Decision", "Record", "Shown as", "Reason and note", ""],
        rows.map((row) => [
          h("span", { class: "nowrap" }, when(row.decided_at)),
          bdi(row.reader),
          h("span", { class: `label ${row.label}` }, labelWord(row.label)),
          [h("span", { dir: "auto" }, row.title || "(no title)"), h("small", {}, ` record ${row.record} · ${STAGES[row.stage] ?? row.stage} `), (row.tags ?? []).map((tag) => h("span", { class: "tag", dir: "auto" }, tag))],
          h("small", { title: origin(row.chosen) }, origin(row.chosen).split(":")[0]),
          [row.reason && bdi(row.reason), row.note && h("q", { dir: "auto" }, row.note)],
          own.has(row) ? button("Undo", (event) => takeBack(row, event.currentTarget), { class: "quiet", "aria-label": `Undo the decision on record ${row.record}` }) : "",
        ]),
      ),
      more ? button("Older ones", () => load(rows.at(-1).id)) : "",
    );
  };

  const load = async (before = null) => {
    const asked = new URLSearchParams({ limit: PAGE });
    for (const [name, control] of Object.entries(controls)) if (control.value) asked.set(name, control.value.trim());
    if (before !== null) asked.set("before", before);
    try {
      const page = await get(inProject(`/history?${asked}`));
      rows = before === null ? page.rows : [...rows, ...page.rows];
      draw(page.more);
    } catch (error) {
      place.replaceChildren(failed(error, () => load(before)));
    }
  };
  filters.addEventListener("submit", (event) => (event.preventDefault(), load()));
  await load();
  return [filters, place];
});

// The table: every record of the graph as text, filtered, a page at a time.

import { button, h } from "./dom";
import { badge } from "./panel";
import { idOf, nameOf, proofOf, reasonOf, rulesOf, standingOf } from "./state";
import { short, visible } from "./text";
import type { View, World } from "./world";

export const PAGE = 50;

function side(world: World, entity: number | null): Node {
  const name = nameOf(world, entity);
  const id = idOf(world, entity);
  return h("span", { class: "named" }, short(name, 60), name === id ? null : h("code", {}, short(id, 80)));
}

/** Make the rows of one page. */
export function rows(
  world: World,
  view: View,
  records: number[],
  page: number,
  selected: number | null,
  choose: (record: number) => void,
): HTMLElement[] {
  return records.slice(page * PAGE, (page + 1) * PAGE).map((record) => {
    const relation = world.records[record];
    if (relation === undefined) return h("tr");
    const standing = standingOf(view, record);
    const proof = proofOf(view, record, relation);
    const reason = reasonOf(world, view, record);
    const row = h(
      "tr",
      { class: standing, "data-record": record, "aria-current": record === selected ? "true" : null },
      h("th", { scope: "row" }, button(short(relation.id, 60), () => choose(record), { class: "link" })),
      h("td", {}, side(world, relation.subject)),
      h("td", {}, visible(relation.predicate ?? "?")),
      h("td", {}, side(world, relation.object)),
      h("td", {}, badge(standing, relation.weak)),
      h("td", {}, ...rulesOf(world, view, record).map((rule) => h("code", { class: "rule" }, rule)), reason === "" ? null : h("span", { class: "why" }, short(reason, 220))),
      h("td", {}, proof === undefined ? h("span", { class: "missing" }, "nothing") : h("code", {}, short(proof.version ?? "unknown", 80))),
      h("td", {}, proof?.quote === undefined || proof.quote === null ? "" : h("q", {}, short(proof.quote, 120))),
    );
    row.addEventListener("click", (event) => {
      if (!(event.target instanceof HTMLButtonElement) && (window.getSelection()?.toString() ?? "") === "") choose(record);
    });
    return row;
  });
}

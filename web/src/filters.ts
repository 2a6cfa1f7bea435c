// The filters of the table, which dim or thin the graph too.

import { byId, h } from "./dom";
import { rulesOf, STANDING_WORDS } from "./state";
import type { Filter, Standing } from "./state";
import { short } from "./text";
import type { View, World } from "./world";

function fillSelect(id: string, values: [string, string][], every: string): HTMLSelectElement {
  const select = byId<HTMLSelectElement>(id);
  const before = select.value;
  select.replaceChildren(
    h("option", { value: "" }, every),
    ...values.map(([value, label]) => h("option", { value, selected: value === before }, label)),
  );
  return select;
}

/** List the rules that speak against a record in a view; return the one that stays chosen. */
export function fillRules(world: World, view: View): string {
  const rules = new Set(world.records.flatMap((_, record) => rulesOf(world, view, record)));
  return fillSelect("filter-rule", [...rules].sort().map((rule) => [rule, rule]), "every rule").value;
}

/** Fill the filters, and tell each change of them. */
export function buildFilters(world: World, view: View, changed: (filter: Filter) => void): void {
  const standings = Object.keys(STANDING_WORDS) as Standing[];
  const text = byId<HTMLInputElement>("filter-text");
  const standing = fillSelect("filter-standing", standings.map((one) => [one, STANDING_WORDS[one]]), "every verdict");
  const documents = new Set<string>();
  for (const relation of world.records) {
    for (const anchor of relation.anchors) if (anchor.document !== null) documents.add(anchor.document);
  }
  const document = fillSelect("filter-document", [...documents].sort().map((one) => [one, short(one, 60)]), "every document");
  fillRules(world, view);
  const rule = byId<HTMLSelectElement>("filter-rule");
  const change = (): void =>
    changed({ text: text.value, standing: standing.value, rule: rule.value, document: document.value });
  for (const each of [text, standing, rule, document]) each.addEventListener("input", change);
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  // The fields are empty only after the event.
  byId("filters").addEventListener("reset", () => window.setTimeout(change));
}

// The lookup of a certificate, in words; its path is drawn in the graph.

import { button, byId, h } from "./dom";
import type { PanelActions } from "./panel";
import { idOf, nameOf, viewName } from "./state";
import { counted, short, visible } from "./text";
import { switchTo } from "./views";
import type { View, World } from "./world";

/** Show the lookup, its answers and what was not followed. */
export function renderLookup(world: World, view: number, actions: PanelActions): void {
  const box = byId("lookup");
  const lookup = world.lookup;
  box.hidden = lookup === null;
  if (lookup === null) return;
  const isShown = lookup.view === view;
  const verdicts: Record<string, string> = {
    holds: "This world gives what the certificate says.",
    changed: "This world has changed since the certificate was made; what is drawn is what it gives now.",
    altered: "The certificate was altered; what is drawn is what this world gives.",
  };
  const answers = lookup.answers.map((answer) =>
    h(
      "li",
      {},
      button(short(nameOf(world, answer.entity), 40), () => actions.chooseEntity(answer.entity), { class: "link" }),
      " ",
      h("code", {}, short(idOf(world, answer.entity), 60)),
      ": ",
      ...answer.records.flatMap((record, step) => [
        step > 0 ? ", then " : "",
        button(`${step + 1} ${short(world.records[record]?.id ?? "?", 40)}`, () => actions.chooseRecord(record), { class: "link" }),
      ]),
      answer.other_paths > 0 ? ` (and ${counted(answer.other_paths, "other path")})` : "",
    ),
  );
  const refusals = lookup.refusals.map((one) =>
    h(
      "li",
      {},
      `step ${one.step + 1}: `,
      button(short(world.records[one.record]?.id ?? "?", 40), () => actions.chooseRecord(one.record), { class: "link" }),
      " ",
      h("code", { class: "rule" }, one.reason),
      ` ${visible(one.message)}`,
    ),
  );
  box.replaceChildren(
    h("h2", {}, "Lookup"),
    h(
      "p",
      {},
      h("code", {}, short(lookup.start, 60)),
      ...lookup.path.flatMap((name) => [" → ", h("strong", {}, visible(name))]),
      ": ",
      h("span", { class: `badge ${lookup.status === "answered" ? "accepted" : "not-current"}` }, lookup.status ?? "cannot be asked here"),
      ` ${lookup.cause === null ? "" : `${visible(lookup.cause)}. `}`,
      h("span", { class: lookup.replay === "holds" ? "note" : "reason" }, verdicts[lookup.replay] ?? ""),
    ),
    ...(answers.length > 0 ? [h("ul", { class: "plain" }, ...answers)] : []),
    ...(refusals.length > 0 ? [h("p", { class: "note" }, "Not followed"), h("ul", { class: "plain" }, ...refusals)] : []),
    ...(lookup.left_out > 0 ? [h("p", { class: "note" }, `${counted(lookup.left_out, "answer or refusal")} not listed`)] : []),
    ...(lookup.view !== null && !isShown
      ? [
          h(
            "p",
            {},
            "The path belongs to another view. ",
            button(`Show ${short(viewName(world.views[lookup.view] as View), 40)}`, () => switchTo(lookup.view ?? 0)),
          ),
        ]
      : []),
  );
}

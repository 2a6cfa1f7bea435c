// The panel beside the graph: one record with its text and its checks, one entity, or the overview.

import { button, h } from "./dom";
import { MARKS } from "./graph";
import { STANDING_WORDS, countsOf, idOf, nameOf, proofOf, reasonOf, rulesOf, standingOf, viewName } from "./state";
import type { Standing } from "./state";
import { counted, short, visible, visibleBody } from "./text";
import type { Anchor, Relation, View, World } from "./world";

const MOST = 30;

export interface PanelActions {
  chooseRecord: (record: number) => void;
  chooseEntity: (entity: number) => void;
  centreOn: ((entity: number) => void) | null;
  close: () => void;
}

/** Show a standing as a badge: a mark, a word, a colour. */
export function badge(standing: Standing, weak = false): HTMLElement {
  const isWeak = weak && standing === "accepted";
  return h(
    "span",
    { class: `badge ${standing}${isWeak ? " weak" : ""}` },
    h("span", { "aria-hidden": "true" }, isWeak ? "≈ " : `${MARKS[standing]} `),
    isWeak ? "weak" : STANDING_WORDS[standing],
  );
}

function recordButton(world: World, record: number, actions: PanelActions): HTMLElement {
  return button(short(world.records[record]?.id ?? "?", 60), () => actions.chooseRecord(record), { class: "link" });
}

function entityButton(world: World, entity: number | null, actions: PanelActions): HTMLElement {
  if (entity === null) return h("span", { class: "missing" }, "none, or several");
  return h(
    "span",
    { class: "named" },
    button(short(nameOf(world, entity), 60), () => actions.chooseEntity(entity), { class: "link" }),
    " ",
    h("code", {}, short(idOf(world, entity), 80)),
  );
}

function heading(text: string, actions: PanelActions, closes: boolean): HTMLElement {
  return h(
    "div",
    { class: "panel-head" },
    h("h2", { id: "panel-title", tabindex: -1 }, text),
    closes ? button("Close", actions.close, { class: "quiet", "aria-label": "Close, and show the overview" }) : null,
  );
}

function fact(term: string, value: Node | string | null): Node[] {
  return value === null ? [] : [h("dt", {}, term), h("dd", {}, value)];
}

function code(text: string | null): HTMLElement | null {
  return text === null ? null : h("code", {}, visible(text));
}

type Outcome = "passed" | "failed" | "not checked";
const OUTCOME_MARKS: Record<Outcome, string> = { passed: "✓", failed: "✕", "not checked": "–" };

function check(outcome: Outcome, says: string, rule: string, message: string | null): HTMLElement {
  return h(
    "li",
    { class: `check ${outcome.replace(" ", "-")}` },
    h("span", { class: "mark", "aria-hidden": "true" }, OUTCOME_MARKS[outcome]),
    h(
      "span",
      {},
      h("span", { class: "sr" }, `${outcome}: `),
      says,
      outcome === "failed" ? h("span", { class: "why" }, h("code", {}, rule), ` ${visible(message ?? "")}`) : null,
    ),
  );
}

function recordChecks(world: World, relation: Relation): HTMLElement {
  const failed = new Map(relation.failures);
  return h(
    "ul",
    { class: "checks" },
    ...world.record_checks.map(([rule, says]) =>
      check(failed.has(rule) ? "failed" : "passed", says, rule, failed.get(rule) ?? null),
    ),
  );
}

function anchorChecks(world: World, relation: Relation, anchor: Anchor): HTMLElement {
  const at = world.anchor_checks.findIndex(([rule]) => rule === anchor.failed);
  const isChecked = relation.failures.length === 0;
  return h(
    "ul",
    { class: "checks" },
    ...world.anchor_checks.map(([rule, says], place) => {
      let outcome: Outcome = "passed";
      if (!isChecked || (at >= 0 && place > at) || (place === 0 && !anchor.claims_checked)) outcome = "not checked";
      if (isChecked && place === at) outcome = "failed";
      return check(outcome, says, rule, anchor.message);
    }),
  );
}

function body(world: World, anchor: Anchor): HTMLElement {
  if (anchor.text === null) return h("p", { class: "missing" }, `No text to show: ${visible(anchor.no_body ?? "")}`);
  const text = world.texts[anchor.text] ?? "";
  const cut = (from: number, to: number): string => visibleBody(text.slice(from, to));
  const label = anchor.whole ? "The whole body" : "The part of the body around the span";
  const [start, end] = anchor.mark ?? [0, 0];
  const shown =
    anchor.mark === null
      ? [visibleBody(text)]
      : [cut(0, start), h("mark", {}, h("span", { class: "sr" }, "[cited: "), cut(start, end), h("span", { class: "sr" }, "]")), cut(end, text.length)];
  return h(
    "figure",
    {},
    h("figcaption", {}, anchor.mark === null ? `${label}; the span covers nothing in it` : `${label}; the cited span is marked`),
    h("pre", { tabindex: 0, class: "body", role: "group", "aria-label": label }, ...(anchor.whole ? [] : ["… "]), ...shown, ...(anchor.whole ? [] : [" …"])),
  );
}

function anchorSection(world: World, relation: Relation, anchor: Anchor, number: number, proves: boolean): HTMLElement {
  const marked = anchor.mark !== null && anchor.text !== null ? (world.texts[anchor.text] ?? "").slice(...anchor.mark) : null;
  return h(
    "section",
    { class: "anchor" },
    h("h3", {}, relation.anchors.length > 1 ? `Cited text ${number}${proves ? " (the proof)" : ""}` : "Cited text"),
    body(world, anchor),
    h(
      "dl",
      {},
      ...fact("Quote", anchor.quote === null ? null : marked === anchor.quote ? "the marked text, exactly" : h("q", {}, short(anchor.quote, 300))),
      ...fact("Version", code(anchor.version)),
      ...fact("Document", code(anchor.document)),
      ...fact("Source", code(anchor.source)),
      ...fact("Representation", code(anchor.representation)),
      ...fact("Span", anchor.place),
      ...fact("SHA-256", code(anchor.sha256)),
    ),
    h("h3", {}, "Checks of this text"),
    anchorChecks(world, relation, anchor),
  );
}

/** Show a record: what it claims, what its text says, and which checks passed and failed. */
export function recordPanel(world: World, view: View, record: number, actions: PanelActions): Node[] {
  const relation = world.records[record];
  if (relation === undefined) return [];
  const standing = standingOf(view, record);
  const rules = rulesOf(world, view, record);
  const proof = proofOf(view, record, relation);
  const mends = rules.map((rule) => world.mends[rule]).filter((mend): mend is string => mend !== undefined);
  const rivals = (view.opponents[String(record)] ?? []).map((rival) => recordButton(world, rival, actions));
  const inView: HTMLElement[] =
    standing === "refused"
      ? []
      : [
          check(standing === "not-current" || standing === "withdrawn" ? "failed" : "passed", "The cited version counts in this view", standing, reasonOf(world, view, record)),
          check(
            standing === "contested" ? "failed" : standing === "accepted" ? "passed" : "not checked",
            "No record that counts states the opposite",
            "contested",
            reasonOf(world, view, record),
          ),
        ];
  return [
    heading(short(relation.id, 80), actions, true),
    h("p", {}, badge(standing, relation.weak), ...rules.map((rule) => h("code", { class: "rule" }, rule))),
    h(
      "dl",
      { class: "claim" },
      ...fact("Subject", entityButton(world, relation.subject, actions)),
      ...fact("Predicate", h("strong", {}, visible(relation.predicate ?? "none, or several"))),
      ...fact("Object", entityButton(world, relation.object, actions)),
    ),
    standing === "accepted" ? null : h("p", { class: "reason" }, reasonOf(world, view, record)),
    rivals.length > 0 ? h("p", {}, "Opposed by ", ...rivals.flatMap((one, place) => (place > 0 ? [", ", one] : [one]))) : null,
    relation.weak ? h("p", { class: "note" }, "The predicate is weak: it never answers for a strong one.") : null,
    ...(standing === "refused" ? mends : []).map((mend) => h("p", { class: "note" }, h("strong", {}, "To mend it: "), mend)),
    ...relation.anchors.map((anchor, place) => anchorSection(world, relation, anchor, place + 1, anchor === proof && standing !== "refused")),
    relation.anchors.length === 0 ? h("p", { class: "missing" }, "The record cites no text, so there is none to show.") : null,
    h("h3", {}, "Checks of the record"),
    recordChecks(world, relation),
    inView.length > 0 ? h("h3", {}, `In this view: ${viewName(view)}`) : null,
    inView.length > 0 ? h("ul", { class: "checks" }, ...inView) : null,
  ].filter((node): node is HTMLElement => node !== null);
}

/** Show an entity: its names, who else bears them, and its records. */
export function entityPanel(
  world: World,
  view: View,
  entity: number,
  records: number[],
  same: number[],
  actions: PanelActions,
): Node[] {
  const found = world.entities[entity];
  if (found === undefined) return [];
  const others = same.filter((other) => other !== entity);
  const row = (record: number): HTMLElement => {
    const relation = world.records[record];
    const isOut = relation?.subject === entity;
    return h(
      "li",
      {},
      badge(standingOf(view, record), relation?.weak),
      ` ${isOut ? "" : `${short(nameOf(world, relation?.subject ?? null), 40)} `}`,
      h("strong", {}, visible(relation?.predicate ?? "?")),
      ` ${isOut ? short(nameOf(world, relation?.object ?? null), 40) : "this"} `,
      recordButton(world, record, actions),
    );
  };
  return [
    heading(short(nameOf(world, entity), 80), actions, true),
    h("p", {}, h("code", {}, visible(found.id))),
    h("p", { class: "note" }, found.declared ? found.types.map(visible).join(", ") || "Entity" : "No line of the world declares it."),
    others.length > 0
      ? h(
          "div",
          { class: "namesakes" },
          h("p", {}, h("strong", {}, "Not the same as: "), "a name is no identity. These bear the same label:"),
          h("ul", {}, ...others.slice(0, MOST).map((other) => h("li", {}, entityButton(world, other, actions)))),
          others.length > MOST ? h("p", {}, `and ${counted(others.length - MOST, "other")}`) : null,
        )
      : null,
    found.aliases.length > 0 ? h("p", {}, `Also called ${found.aliases.map((one) => short(one, 60)).join(", ")}`) : null,
    actions.centreOn === null ? null : h("p", {}, button("Show what lies around it", () => actions.centreOn?.(entity))),
    h("h3", {}, counted(records.length, "record")),
    h("ul", { class: "plain" }, ...records.slice(0, MOST).map(row)),
    records.length > MOST ? h("p", { class: "note" }, `The first ${MOST} are listed; the table has all.`) : null,
  ].filter((node): node is HTMLElement => node !== null);
}

/** Show what the map holds and what needs attention. */
export function overviewPanel(world: World, view: View, namesakes: Map<number, number[]>, actions: PanelActions): Node[] {
  const counts = countsOf(view);
  const order: Standing[] = ["accepted", "contested", "refused", "not-current", "withdrawn"];
  const listed = (standing: Standing): number[] => {
    const found: number[] = [];
    for (let record = 0; record < view.standing.length && found.length < MOST; record++) {
      if (standingOf(view, record) === standing) found.push(record);
    }
    return found;
  };
  const section = (title: string, standing: Standing): Node[] =>
    counts[standing] === 0
      ? []
      : [
          h("h3", {}, title),
          h(
            "ul",
            { class: "plain" },
            ...listed(standing).map((record) =>
              h(
                "li",
                {},
                recordButton(world, record, actions),
                " ",
                ...rulesOf(world, view, record).map((rule) => h("code", { class: `rule ${standing}` }, rule)),
                h("span", { class: "why" }, reasonOf(world, view, record)),
              ),
            ),
          ),
          counts[standing] > MOST ? h("p", { class: "note" }, `The first ${MOST} of ${counts[standing].toLocaleString("en")}; the table has all.`) : null,
        ].filter((node): node is HTMLHeadingElement => node !== null);
  const groups = [...new Set([...namesakes.values()])];
  return [
    heading(`In this view: ${viewName(view)}`, actions, false),
    h(
      "ul",
      { class: "counts" },
      ...order.filter((one) => counts[one] > 0).map((one) => h("li", {}, badge(one), h("b", {}, counts[one].toLocaleString("en")))),
    ),
    ...section("Refused", "refused"),
    ...section("Contested", "contested"),
    ...section("Not in this view", "not-current"),
    ...section("Withdrawn", "withdrawn"),
    ...(groups.length === 0
      ? []
      : [
          h("h3", {}, "Same name, different things"),
          h(
            "ul",
            { class: "plain" },
            ...groups.slice(0, MOST).map((places) =>
              h(
                "li",
                {},
                `“${short(nameOf(world, places[0] ?? null), 40)}”: `,
                ...places.slice(0, 6).flatMap((place, n) => [n > 0 ? ", " : "", button(short(idOf(world, place), 60), () => actions.chooseEntity(place), { class: "link mono" })]),
                places.length > 6 ? ` and ${places.length - 6} more` : "",
              ),
            ),
          ),
          groups.length > MOST ? h("p", { class: "note" }, `The first ${MOST} of ${groups.length.toLocaleString("en")} names.`) : null,
        ]),
  ].filter((node): node is HTMLHeadingElement => node !== null);
}

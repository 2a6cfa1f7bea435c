// The drawing: entities as cards, records as labelled arrows, each a button that keys and readers can reach.

import { s } from "./dom";
import { arrange, arrowHead, curve } from "./layout";
import type { Box } from "./layout";
import { idOf, nameOf, proofOf, sentence, standingOf } from "./state";
import type { Standing } from "./state";
import { counted, short, shortMiddle, visible } from "./text";
import type { View, World } from "./world";

export const MARKS: Record<Standing, string> = {
  accepted: "✓",
  contested: "≠",
  refused: "✕",
  "not-current": "○",
  withdrawn: "⊘",
};

export interface Shown {
  world: World;
  view: View;
  entities: number[];
  records: number[];
  namesakes: Map<number, number[]>;
  steps: Map<number, number[]>;
  pathEntities: Set<number>;
  degree: (entity: number) => number;
  dimmed: (record: number) => boolean;
  chooseRecord: (record: number) => void;
  chooseEntity: (entity: number) => void;
}

const MONO = "11px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace";
const STRONG = "600 14px system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif";
const BOLD = "600 12px system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif";
const PLAIN = "12px system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif";

let pen: CanvasRenderingContext2D | null | undefined;

/** Cut a text so that it fits a width. */
function fit(text: string, font: string, width: number, cut: (text: string, most: number) => string = short): string {
  let most = 60;
  let fitting = cut(text, most);
  pen ??= document.createElement("canvas").getContext("2d");
  if (pen === null || pen === undefined) return fitting;
  pen.font = font;
  most = Math.min(most, Array.from(fitting).length);
  while (most > 2 && pen.measureText(fitting).width > width) fitting = cut(text, --most);
  return fitting;
}

function line(className: string, x: number, y: number, text: string): SVGTextElement {
  return s("text", { class: className, x, y }, text);
}

function corner(box: Box): { x: number; y: number; width: number; height: number } {
  return { x: box.x - box.width / 2, y: box.y - box.height / 2, width: box.width, height: box.height };
}

/** Say the standing of a record in the few words that fit its label. */
function standingLine(shown: Shown, record: number): string {
  const { world, view } = shown;
  const standing = standingOf(view, record);
  const relation = world.records[record];
  switch (standing) {
    case "accepted":
      return relation?.weak ? "≈ weak: never evidence" : "✓ accepted";
    case "contested": {
      const rivals = view.opponents[String(record)] ?? [];
      const more = rivals.length > 1 ? ` +${rivals.length - 1}` : "";
      return `≠ opposes ${world.records[rivals[0] ?? -1]?.id ?? "?"}${more}`;
    }
    case "refused":
      return `✕ ${relation?.reasons.join(", ") ?? ""}`;
    case "not-current":
      return "○ not in this view";
    default:
      return "⊘ withdrawn";
  }
}

export interface Picture {
  svg: SVGSVGElement;
  width: number;
  height: number;
}

/** Draw what is shown. */
export function draw(shown: Shown): Picture {
  const { world, view } = shown;
  const laid = arrange(world, shown.entities, shown.records);
  const lines = s("g", { class: "lines", "aria-hidden": "true" });
  const items: { box: Box; element: SVGGElement }[] = [];

  for (const [record, box] of laid.chips) {
    const relation = world.records[record];
    if (relation === undefined) continue;
    const points = laid.lines.get(record) ?? [];
    const steps = shown.steps.get(record) ?? [];
    const standing = standingOf(view, record);
    const kind =
      standing +
      (relation.weak ? " weak" : "") +
      (steps.length > 0 ? " path" : "") +
      (shown.dimmed(record) ? " dim" : "");
    const way = curve(points);
    const stroke = s(
      "g",
      { class: `line ${kind}`, "data-record": record },
      steps.length > 0 ? s("path", { class: "halo", d: way }) : null,
      s("path", { class: "stroke", d: way }),
      s("polygon", { class: "head", points: arrowHead(points) }),
      s("path", { class: "hit", d: way }),
    );
    stroke.addEventListener("click", () => shown.chooseRecord(record));
    lines.append(stroke);

    const at = corner(box);
    const room = at.width - 20;
    const cited = proofOf(view, record, relation);
    const chip = s(
      "g",
      {
        class: `chip ${kind}`,
        role: "button",
        tabindex: -1,
        "data-record": record,
        "aria-label": (steps.length > 0 ? `Step ${steps.join(", ")} of the lookup. ` : "") + sentence(world, view, record),
      },
      s("title", {}, sentence(world, view, record)),
      s("rect", { ...at, rx: 8 }),
      line("id", at.x + 10, at.y + 14, fit(relation.id, MONO, room - (steps.length > 0 ? 24 : 0), shortMiddle)),
      line("name", at.x + 10, at.y + 30, fit(relation.predicate ?? "?", STRONG, room)),
      line("id", at.x + 10, at.y + 44, fit(cited?.version ?? (relation.anchors.length > 0 ? "version unknown" : "cites nothing"), MONO, room, shortMiddle)),
      line("standing", at.x + 10, at.y + 59, fit(standingLine(shown, record), BOLD, room, standing === "contested" ? shortMiddle : short)),
      steps.length > 0
        ? s(
            "g",
            { class: "step" },
            s("circle", { cx: at.x + at.width - 14, cy: at.y + 14, r: 9 }),
            s("text", { x: at.x + at.width - 14, y: at.y + 18, "text-anchor": "middle" }, steps.join(",")),
          )
        : null,
    );
    pressable(chip, () => shown.chooseRecord(record));
    items.push({ box, element: chip });
  }

  for (const [entity, box] of laid.entities) {
    const found = world.entities[entity];
    if (found === undefined) continue;
    const at = corner(box);
    const same = shown.namesakes.get(entity) ?? [];
    const kind = (same.length > 1 ? " namesake" : "") + (found.declared ? "" : " undeclared") + (shown.pathEntities.has(entity) ? " path" : "");
    const types = found.declared ? found.types.join(", ") || "Entity" : "not declared";
    const note = same.length > 1 ? `${types} · ${same.indexOf(entity) + 1} of ${same.length}` : "";
    const label =
      `Entity ${nameOf(world, entity)}, ${idOf(world, entity)}, ${visible(types)}; ${counted(shown.degree(entity), "record")}` +
      (same.length > 1 ? `; ${same.length} different entities have this name` : "");
    const node = s(
      "g",
      { class: `entity${kind}`, role: "button", tabindex: -1, "data-entity": entity, "aria-label": label },
      s("title", {}, label),
      s("rect", { ...at, rx: 10 }),
      line("name", at.x + 12, at.y + 22, fit(found.label ?? found.id, STRONG, at.width - 24)),
      line("id", at.x + 12, at.y + 39, fit(found.id, MONO, at.width - 24, shortMiddle)),
      line("type", at.x + 12, at.y + 56, fit(note === "" ? types : note, note === "" ? PLAIN : BOLD, at.width - 24)),
    );
    pressable(node, () => shown.chooseEntity(entity));
    items.push({ box, element: node });
  }

  // Readers and keys go from left to right, then down.
  items.sort((one, other) => one.box.x - other.box.x || one.box.y - other.box.y);
  items[0]?.element.setAttribute("tabindex", "0");
  const layer = s("g", {});
  layer.append(...items.map((item) => item.element));
  const svg = s(
    "svg",
    {
      viewBox: `0 0 ${Math.max(laid.width, 1)} ${Math.max(laid.height, 1)}`,
      role: "group",
      "aria-label": `Graph of ${counted(shown.entities.length, "entity")} and ${counted(items.length - shown.entities.length, "record")}; arrow keys move, Enter opens`,
    },
    lines,
    layer,
  );
  svg.addEventListener("keydown", (event) => move(event, items));
  for (const { element } of items) {
    element.addEventListener("focus", () => {
      for (const { element: other } of items) other.setAttribute("tabindex", other === element ? "0" : "-1");
    });
  }
  return { svg, width: laid.width, height: laid.height };
}

/** Make a drawn thing answer to click, Enter and Space, as a button does. */
function pressable(element: SVGGElement, pressed: () => void): void {
  element.addEventListener("click", pressed);
  element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pressed();
    }
  });
}

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Move the focus to the nearest thing in the direction of an arrow key. */
function move(event: KeyboardEvent, items: { box: Box; element: SVGGElement }[]): void {
  const from = items.find((item) => item.element === event.target);
  const way = WAYS[event.key];
  let target: SVGGElement | undefined;
  if (event.key === "Home") target = items[0]?.element;
  else if (event.key === "End") target = items[items.length - 1]?.element;
  else if (from !== undefined && way !== undefined) {
    let best = Infinity;
    for (const item of items) {
      const dx = item.box.x - from.box.x;
      const dy = item.box.y - from.box.y;
      const along = dx * way[0] + dy * way[1];
      const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (item !== from && along > 1 && along + 2 * aside < best) {
        best = along + 2 * aside;
        target = item.element;
      }
    }
  } else return;
  event.preventDefault();
  target?.focus();
}


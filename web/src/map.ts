// The page of a map: its state, and what is drawn anew when something changes.

import { button, byId, h } from "./dom";
import { draw } from "./graph";
import { entityPanel, overviewPanel, recordPanel } from "./panel";
import type { PanelActions } from "./panel";
import {
  NO_FILTER,
  STANDING_WORDS,
  countsOf,
  firstCentre,
  idOf,
  incidence,
  keeps,
  nameOf,
  namesakes,
  neighbourhood,
  pathIn,
  sentence,
  standingOf,
  viewName,
} from "./state";
import type { Filter, Standing } from "./state";
import { buildFilters, fillRules } from "./filters";
import { renderLookup } from "./lookup";
import { buildSearch } from "./search";
import { PAGE, rows } from "./table";
import { counted, short } from "./text";
import { buildViews } from "./views";
import { readWorld } from "./world";
import type { View } from "./world";

const WHOLE = 60; // records that are drawn all at once; of more, what lies around one entity
const MOST_DRAWN = 24;

const world = readWorld();
const at = incidence(world);
const same = namesakes(world);
const isWhole = world.records.length <= WHOLE && world.entities.length <= 2 * WHOLE;
const everyRecord = world.records.map((_, record) => record);

const state = {
  view: world.selected,
  record: null as number | null,
  entity: null as number | null,
  centre: null as number | null,
  steps: 2,
  scale: 0, // 0 fits the width
  page: 0,
  filter: { ...NO_FILTER } as Filter,
};
let cameFrom: { kind: "record" | "entity"; place: number; where: "graph" | "table" } | null = null;

function view(): View {
  return world.views[state.view] as View;
}

function kept(): number[] {
  return everyRecord.filter((record) => keeps(world, view(), record, state.filter));
}

function isFiltered(): boolean {
  return Object.values(state.filter).some((value) => value.trim() !== "");
}

function say(text: string): void {
  byId("status").textContent = text;
}

const actions: PanelActions = {
  chooseRecord,
  chooseEntity,
  centreOn: isWhole ? null : (entity) => centreOn(entity),
  close: () => close(),
};

function remember(kind: "record" | "entity", place: number): void {
  const focused = document.activeElement;
  const where = focused?.closest("#rows") === null ? "graph" : "table";
  cameFrom = { kind, place, where: focused === null || focused === document.body ? "graph" : where };
}

function chooseRecord(record: number): void {
  remember("record", record);
  state.record = record;
  state.entity = null;
  const relation = world.records[record];
  if (!isWhole && relation !== undefined && !drawn().records.includes(record)) {
    state.centre = relation.subject ?? relation.object ?? state.centre;
  }
  window.history.replaceState(null, "", `#${encodeURIComponent(relation?.id ?? "")}`);
  render();
  reveal("record", record);
  say(sentence(world, view(), record));
  showPanel();
}

function chooseEntity(entity: number): void {
  remember("entity", entity);
  state.entity = entity;
  state.record = null;
  render();
  reveal("entity", entity);
  say(`Entity ${nameOf(world, entity)}, ${idOf(world, entity)}`);
  showPanel();
}

function centreOn(entity: number): void {
  state.centre = entity;
  state.entity = entity;
  state.record = null;
  render();
  reveal("entity", entity);
  say(`What lies around ${nameOf(world, entity)}, ${idOf(world, entity)}`);
  focusDrawn("entity", entity);
}

function showPanel(): void {
  const title = document.getElementById("panel-title");
  byId("panel").scrollTop = 0;
  title?.focus({ preventScroll: true });
  title?.scrollIntoView({ block: "nearest" });
}

/** Scroll the drawing, and nothing else, so that something in it is seen; to its middle if it was out of sight. */
function reveal(kind: string, place: number): void {
  const box = byId("graph");
  const found = box.querySelector(`g[role=button][data-${kind}="${place}"] rect`);
  if (found === null) return;
  const inside = found.getBoundingClientRect();
  const around = box.getBoundingClientRect();
  if (inside.top < around.top || inside.bottom > around.bottom) {
    box.scrollTop += (inside.top + inside.bottom - around.top - around.bottom) / 2;
  }
  if (inside.left < around.left || inside.right > around.right) {
    box.scrollLeft += (inside.left + inside.right - around.left - around.right) / 2;
  }
}

function focusDrawn(kind: string, place: number): boolean {
  const found = document.querySelector<SVGGElement>(`#graph g[role=button][data-${kind}="${place}"]`);
  found?.focus();
  return found !== null;
}

function close(): void {
  state.record = null;
  state.entity = null;
  window.history.replaceState(null, "", "#");
  render();
  say("Overview");
  const from = cameFrom;
  cameFrom = null;
  const row = from?.where === "table" ? document.querySelector<HTMLElement>(`#rows tr[data-record="${from.place}"] button`) : null;
  if (row !== null) row.focus();
  else if (from === null || !focusDrawn(from.kind, from.place)) document.getElementById("panel-title")?.focus();
}

function chooseView(place: number): void {
  state.view = place;
  state.page = 0;
  state.filter.rule = fillRules(world, view());
  render();
  say(`${viewName(view())}: ${countsText()}`);
}

function countsText(): string {
  const counts = countsOf(view());
  return (Object.keys(counts) as Standing[])
    .filter((standing) => counts[standing] > 0)
    .map((standing) => `${counts[standing].toLocaleString("en")} ${STANDING_WORDS[standing]}`)
    .join(", ");
}

// ------------------------------------------------------------------ lookup

// ------------------------------------------------------------------ graph

/** Order records: the chosen one, the path of the lookup, then what needs attention. */
function weightIn(steps: Map<number, number[]>): (record: number) => number {
  const order: Standing[] = ["refused", "contested", "accepted", "withdrawn", "not-current"];
  return (record) =>
    record === state.record ? -2 : steps.has(record) ? -1 : order.indexOf(standingOf(view(), record));
}

function drawn(): { entities: number[]; records: number[]; leftOut: number } {
  if (isWhole) {
    const records = everyRecord.filter((record) => world.records[record]?.subject !== null && world.records[record]?.object !== null);
    return { entities: world.entities.map((_, entity) => entity), records, leftOut: 0 };
  }
  const { steps } = pathIn(world, state.view);
  const keep = (record: number): boolean => {
    const relation = world.records[record];
    return relation?.subject !== null && relation?.object !== null && (!isFiltered() || record === state.record || keeps(world, view(), record, state.filter));
  };
  return neighbourhood(world, at, state.centre ?? 0, state.steps, MOST_DRAWN, weightIn(steps), keep);
}

let laidOut = { width: 0, height: 0 };

function renderGraph(): void {
  const box = byId("graph");
  const hadFocus = box.contains(document.activeElement) ? document.activeElement?.closest<SVGGElement>("g[role=button]") : null;
  const kind = hadFocus?.hasAttribute("data-record") ? "record" : "entity";
  const place = Number(hadFocus?.getAttribute(`data-${kind}`));
  const { entities, records, leftOut } = drawn();
  const { steps, entities: pathEntities } = pathIn(world, state.view);
  const picture = draw({
    world,
    view: view(),
    entities,
    records,
    namesakes: same,
    steps,
    pathEntities,
    degree: (entity) => at.get(entity)?.length ?? 0,
    dimmed: (record) => isWhole && isFiltered() && !keeps(world, view(), record, state.filter),
    chooseRecord,
    chooseEntity,
  });
  laidOut = picture;
  box.replaceChildren(picture.svg);
  if (hadFocus) focusDrawn(kind, place);
  resize();
  const undrawn = isWhole ? world.records.length - records.length : 0;
  const centre = state.centre;
  byId("drawn").textContent = isWhole
    ? `${counted(entities.length, "entity")}, ${counted(records.length, "record")}${undrawn > 0 ? `; ${counted(undrawn, "record")} without one subject and one object stand in the table alone` : ""}`
    : `Around ${short(nameOf(world, centre), 40)} (${short(idOf(world, centre), 60)}): ${counted(records.length, "record")}` +
      (isFiltered() ? "; only those that the filter of the table keeps" : "") +
      (leftOut > 0 ? `; ${leftOut.toLocaleString("en")} more here are not drawn: take fewer steps or a filter` : "");
}

function resize(): void {
  const box = byId("graph");
  const svg = box.querySelector("svg");
  if (svg === null) return;
  const room = box.clientWidth - 2;
  const scale = state.scale === 0 ? Math.min(1.15, Math.max(0.72, room / laidOut.width)) : state.scale;
  svg.setAttribute("width", String(Math.round(laidOut.width * scale)));
  svg.setAttribute("height", String(Math.round(laidOut.height * scale)));
}

function buildGraph(): void {
  const zoom = (factor: number): void => {
    const now = state.scale === 0 ? Math.min(1.15, Math.max(0.72, (byId("graph").clientWidth - 2) / laidOut.width)) : state.scale;
    state.scale = Math.min(3, Math.max(0.3, now * factor));
    resize();
  };
  byId("zoom").append(
    button("−", () => zoom(1 / 1.2), { "aria-label": "Smaller" }),
    button("+", () => zoom(1.2), { "aria-label": "Larger" }),
    button("Fit", () => {
      state.scale = 0;
      resize();
    }),
  );
  if (!isWhole) {
    const select = h("select", { id: "steps" }, ...[1, 2, 3].map((steps) => h("option", { value: steps, selected: steps === state.steps }, String(steps))));
    select.addEventListener("change", () => {
      state.steps = Number(select.value);
      renderGraph();
    });
    byId("zoom").prepend(h("label", { for: "steps" }, "Steps"), select);
  }
  window.addEventListener("resize", resize);
}

// ------------------------------------------------------------------ table

function changeFilter(filter: Filter): void {
  state.filter = filter;
  state.page = 0;
  renderGraph();
  mark();
  renderTable();
}

function turn(pages: number): void {
  state.page += pages;
  renderTable();
  byId("rows").querySelector("button")?.focus();
}

function renderTable(): void {
  const records = kept();
  const pages = Math.max(1, Math.ceil(records.length / PAGE));
  state.page = Math.min(Math.max(0, state.page), pages - 1);
  byId("rows").replaceChildren(...rows(world, view(), records, state.page, state.record, chooseRecord));
  const first = state.page * PAGE + 1;
  const last = Math.min(records.length, first + PAGE - 1);
  const part = records.length > PAGE ? `, ${first.toLocaleString("en")} to ${last.toLocaleString("en")} shown` : "";
  byId("kept").textContent = `${records.length.toLocaleString("en")} of ${counted(world.records.length, "record")}${part}`;
  byId("pages").hidden = pages === 1;
  byId<HTMLButtonElement>("previous").disabled = state.page === 0;
  byId<HTMLButtonElement>("next").disabled = state.page === pages - 1;
}

// ------------------------------------------------------------------ all of it

/** Mark what is selected, in the drawing. */
function mark(): void {
  for (const element of document.querySelectorAll("#graph [data-record], #graph [data-entity]")) {
    const isChosen =
      (state.record !== null && element.getAttribute("data-record") === String(state.record)) ||
      (state.entity !== null && element.getAttribute("data-entity") === String(state.entity));
    element.classList.toggle("selected", isChosen);
    if (element.getAttribute("role") === "button") element.setAttribute("aria-pressed", String(isChosen));
  }
}

function renderPanel(): void {
  const panel = byId("panel");
  if (state.record !== null) panel.replaceChildren(...recordPanel(world, view(), state.record, actions));
  else if (state.entity !== null) {
    panel.replaceChildren(...entityPanel(world, view(), state.entity, at.get(state.entity) ?? [], same.get(state.entity) ?? [], actions));
  } else panel.replaceChildren(...overviewPanel(world, view(), same, actions));
}

function render(): void {
  renderLookup(world, state.view, actions);
  renderGraph();
  renderPanel();
  renderTable();
  mark();
}

function start(): void {
  state.centre = isWhole ? null : firstCentre(world, state.view);
  buildViews(world, state.view, chooseView);
  buildSearch(world, { record: chooseRecord, entity: isWhole ? chooseEntity : centreOn, say });
  buildGraph();
  buildFilters(world, view(), changeFilter);
  byId("previous").addEventListener("click", () => turn(-1));
  byId("next").addEventListener("click", () => turn(1));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && (state.record !== null || state.entity !== null)) close();
  });
  let asked = "";
  try {
    asked = decodeURIComponent(window.location.hash.slice(1));
  } catch {
    // A broken fragment names no record.
  }
  const record = asked === "" ? -1 : world.records.findIndex((relation) => relation.id === asked);
  render();
  if (record >= 0) chooseRecord(record);
  else if (state.centre !== null) reveal("entity", state.centre);
  document.documentElement.dataset["ready"] = "true";
}

start();

// The page of a map: its state, and what is drawn anew when something changes.

import { button, byId, h } from "./dom";
import { draw } from "./graph";
import { entityPanel, overviewPanel, recordPanel } from "./panel";
import type { PanelActions } from "./panel";
import {
  NO_FILTER,
  STANDING_WORDS,
  countsOf,
  idOf,
  incidence,
  keeps,
  nameOf,
  namesakes,
  neighbourhood,
  rulesOf,
  sentence,
  standingOf,
  viewName,
} from "./state";
import type { Filter, Standing } from "./state";
import { PAGE, rows } from "./table";
import { counted, short, visible } from "./text";
import { readWorld } from "./world";
import type { View } from "./world";

const WHOLE = 60; // records that are drawn all at once; of more, what lies around one entity
const MOST_DRAWN = 24;
const MOST_PILLS = 10;
const MOST_FOUND = 12;

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

// ------------------------------------------------------------------ views

function buildViews(): void {
  const box = byId("views");
  const title = (each: View): string => `${viewName(each)} · ${countsOf(each).accepted.toLocaleString("en")} accepted`;
  const choose = (place: number): void => {
    state.view = place;
    state.page = 0;
    fillRules();
    render();
    say(`${viewName(view())}: ${countsText()}`);
  };
  if (world.views.length <= MOST_PILLS) {
    const group = (asOf: boolean): HTMLElement | null => {
      const listed = world.views.map((each, place) => ({ each, place })).filter(({ each }) => each.as_of === asOf);
      if (listed.length === 0) return null;
      return h(
        "fieldset",
        {},
        h("legend", {}, asOf ? "As of" : "View"),
        ...listed.map(({ each, place }) => {
          const input = h("input", { type: "radio", name: "view", value: place, id: `view-${place}`, checked: place === state.view });
          input.addEventListener("change", () => choose(place));
          return h(
            "label",
            { for: `view-${place}` },
            input,
            h("span", {}, asOf ? short(each.id.replace(/T00:00:00Z$/, ""), 40) : short(viewName(each), 40)),
            h("small", {}, `${countsOf(each).accepted.toLocaleString("en")} accepted`),
          );
        }),
      );
    };
    box.append(...[group(false), group(true)].filter((one): one is HTMLElement => one !== null));
  } else {
    const options = (asOf: boolean): HTMLElement[] =>
      world.views.flatMap((each, place) =>
        each.as_of === asOf ? [h("option", { value: place, selected: place === state.view }, short(title(each), 90))] : [],
      );
    const select = h(
      "select",
      { id: "view-select" },
      h("optgroup", { label: "Views" }, ...options(false)),
      h("optgroup", { label: "As of" }, ...options(true)),
    );
    select.addEventListener("change", () => choose(Number(select.value)));
    box.append(h("label", { for: "view-select" }, "View"), select);
  }
  const left = [
    ...(world.views_left_out > 0 ? [`${counted(world.views_left_out, "view")} left out; name one with --view.`] : []),
    ...(world.instants_left_out > 0 ? [`${counted(world.instants_left_out, "earlier instant")} left out; name one with --as-of.`] : []),
  ];
  if (left.length > 0) box.append(h("p", { class: "note" }, left.join(" ")));
}

function countsText(): string {
  const counts = countsOf(view());
  return (Object.keys(counts) as Standing[])
    .filter((standing) => counts[standing] > 0)
    .map((standing) => `${counts[standing].toLocaleString("en")} ${STANDING_WORDS[standing]}`)
    .join(", ");
}

// ------------------------------------------------------------------ search

function buildSearch(): void {
  const input = byId<HTMLInputElement>("search");
  const found = byId("found");
  const search = (): void => {
    const wanted = input.value.trim().toLowerCase();
    found.replaceChildren();
    if (wanted === "") return;
    const hits: { label: string; note: string; choose: () => void }[] = [];
    world.entities.forEach((entity, place) => {
      if (hits.length < MOST_FOUND && `${entity.id}\n${entity.label ?? ""}\n${entity.aliases.join("\n")}`.toLowerCase().includes(wanted)) {
        hits.push({
          label: short(entity.label ?? entity.id, 40),
          note: short(entity.id, 60),
          choose: () => (isWhole ? chooseEntity(place) : centreOn(place)),
        });
      }
    });
    world.records.forEach((relation, place) => {
      if (hits.length < MOST_FOUND && relation.id.toLowerCase().includes(wanted)) {
        hits.push({ label: short(relation.id, 60), note: "record", choose: () => chooseRecord(place) });
      }
    });
    found.append(
      ...hits.map((hit) => {
        const made = button(hit.label, () => {
          found.replaceChildren();
          input.value = "";
          hit.choose();
        });
        made.append(" ", h("code", {}, hit.note));
        return h("li", {}, made);
      }),
    );
    say(hits.length === 0 ? "Nothing found" : `${hits.length === MOST_FOUND ? "At least " : ""}${hits.length} found`);
    if (hits.length === 0) found.append(h("li", { class: "note" }, "Nothing found"));
  };
  input.addEventListener("input", search);
  byId("search-box").addEventListener("keydown", (event) => {
    const buttons = Array.from(found.querySelectorAll("button"));
    const place = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === "ArrowDown" && buttons.length > 0) {
      event.preventDefault();
      buttons[Math.min(place + 1, buttons.length - 1)]?.focus();
    } else if (event.key === "ArrowUp" && place >= 0) {
      event.preventDefault();
      (buttons[place - 1] ?? input).focus();
    } else if (event.key === "Enter" && document.activeElement === input) {
      event.preventDefault();
      buttons[0]?.click();
    } else if (event.key === "Escape" && buttons.length > 0) {
      event.stopPropagation();
      found.replaceChildren();
      input.focus();
    }
  });
}

// ------------------------------------------------------------------ lookup

function renderLookup(): void {
  const box = byId("lookup");
  const lookup = world.lookup;
  box.hidden = lookup === null;
  if (lookup === null) return;
  const isShown = lookup.view === state.view;
  const verdicts: Record<string, string> = {
    holds: "This world gives what the certificate says.",
    changed: "This world has changed since the certificate was made; what is drawn is what it gives now.",
    altered: "The certificate was altered; what is drawn is what this world gives.",
  };
  const answers = lookup.answers.map((answer) =>
    h(
      "li",
      {},
      button(short(nameOf(world, answer.entity), 40), () => chooseEntity(answer.entity), { class: "link" }),
      " ",
      h("code", {}, short(idOf(world, answer.entity), 60)),
      ": ",
      ...answer.records.flatMap((record, step) => [
        step > 0 ? ", then " : "",
        button(`${step + 1} ${short(world.records[record]?.id ?? "?", 40)}`, () => chooseRecord(record), { class: "link" }),
      ]),
      answer.other_paths > 0 ? ` (and ${counted(answer.other_paths, "other path")})` : "",
    ),
  );
  const refusals = lookup.refusals.map((one) =>
    h(
      "li",
      {},
      `step ${one.step + 1}: `,
      button(short(world.records[one.record]?.id ?? "?", 40), () => chooseRecord(one.record), { class: "link" }),
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

function switchTo(place: number): void {
  const input = document.getElementById(`view-${place}`);
  const select = document.getElementById("view-select");
  if (input instanceof HTMLInputElement) {
    input.checked = true;
    input.dispatchEvent(new Event("change"));
    input.focus();
  } else if (select instanceof HTMLSelectElement) {
    select.value = String(place);
    select.dispatchEvent(new Event("change"));
    select.focus();
  }
}

function pathOf(): { steps: Map<number, number[]>; entities: Set<number> } {
  const steps = new Map<number, number[]>();
  const entities = new Set<number>();
  if (world.lookup !== null && world.lookup.view === state.view) {
    for (const answer of world.lookup.answers) {
      answer.records.forEach((record, step) => {
        const listed = steps.get(record) ?? [];
        if (!listed.includes(step + 1)) steps.set(record, [...listed, step + 1]);
        for (const side of [world.records[record]?.subject, world.records[record]?.object]) {
          if (side !== null && side !== undefined) entities.add(side);
        }
      });
    }
  }
  return { steps, entities };
}

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
  const { steps } = pathOf();
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
  const { steps, entities: pathEntities } = pathOf();
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

function fillSelect(id: string, values: [string, string][], every: string): void {
  const select = byId<HTMLSelectElement>(id);
  const before = select.value;
  select.replaceChildren(
    h("option", { value: "" }, every),
    ...values.map(([value, label]) => h("option", { value, selected: value === before }, label)),
  );
}

function fillRules(): void {
  const rules = new Set<string>();
  for (const record of everyRecord) for (const rule of rulesOf(world, view(), record)) rules.add(rule);
  fillSelect("filter-rule", [...rules].sort().map((rule) => [rule, rule]), "every rule");
  state.filter.rule = byId<HTMLSelectElement>("filter-rule").value;
}

function buildFilters(): void {
  fillSelect("filter-standing", (Object.keys(STANDING_WORDS) as Standing[]).map((one) => [one, STANDING_WORDS[one]]), "every verdict");
  const documents = new Set<string>();
  for (const relation of world.records) for (const anchor of relation.anchors) if (anchor.document !== null) documents.add(anchor.document);
  fillSelect("filter-document", [...documents].sort().map((one) => [one, short(one, 60)]), "every document");
  fillRules();
  const change = (): void => {
    state.filter = {
      text: byId<HTMLInputElement>("filter-text").value,
      standing: byId<HTMLSelectElement>("filter-standing").value,
      rule: byId<HTMLSelectElement>("filter-rule").value,
      document: byId<HTMLSelectElement>("filter-document").value,
    };
    state.page = 0;
    renderGraph();
    mark();
    renderTable();
  };
  for (const id of ["filter-text", "filter-standing", "filter-rule", "filter-document"]) byId(id).addEventListener("input", change);
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("filters").addEventListener("reset", () => window.setTimeout(change));
  byId("previous").addEventListener("click", () => turn(-1));
  byId("next").addEventListener("click", () => turn(1));
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
  renderLookup();
  renderGraph();
  renderPanel();
  renderTable();
  mark();
}

/** Find where a large map starts: at the lookup, else at what is refused or contested, else at the first record. */
function firstCentre(): number {
  const lookup = world.lookup;
  const start = lookup === null ? -1 : world.entities.findIndex((entity) => entity.id === lookup.start);
  if (start >= 0) return start;
  const heavy = everyRecord.find((record) => ["r", "c"].includes(view().standing[record] ?? "") && world.records[record]?.subject !== null);
  return world.records[heavy ?? 0]?.subject ?? 0;
}

function start(): void {
  state.centre = isWhole ? null : firstCentre();
  buildViews();
  buildSearch();
  buildGraph();
  buildFilters();
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

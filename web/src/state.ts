// What is known of a record in a view, which records a filter keeps, and what lies around an entity.

import { visible } from "./text";
import type { Anchor, Relation, View, World } from "./world";

export type Standing = "accepted" | "contested" | "refused" | "not-current" | "withdrawn";

const STANDINGS: Record<string, Standing> = {
  a: "accepted",
  c: "contested",
  r: "refused",
  n: "not-current",
  w: "withdrawn",
};

export const STANDING_WORDS: Record<Standing, string> = {
  accepted: "accepted",
  contested: "contested",
  refused: "refused",
  "not-current": "not in this view",
  withdrawn: "withdrawn",
};

export interface Filter {
  text: string;
  standing: string;
  rule: string;
  document: string;
}

export const NO_FILTER: Filter = { text: "", standing: "", rule: "", document: "" };

/** Tell how a record stands in a view. */
export function standingOf(view: View, record: number): Standing {
  return STANDINGS[view.standing[record] ?? ""] ?? "refused";
}

/** Name a view for people. */
export function viewName(view: View): string {
  if (view.as_of) return `as of ${visible(view.id)}`;
  return view.id === "~default" ? "current versions" : visible(view.id);
}

/** List the rules that speak against a record in a view. */
export function rulesOf(world: World, view: View, record: number): string[] {
  const standing = standingOf(view, record);
  if (standing === "accepted") return world.records[record]?.weak ? ["weak-predicate"] : [];
  return standing === "refused" ? world.records[record]?.reasons ?? [] : [standing];
}

/** Say in one sentence why a record is not accepted in a view; empty when it is. */
export function reasonOf(world: World, view: View, record: number): string {
  const relation = world.records[record];
  if (relation === undefined) return "";
  const version = visible(proofOf(view, record, relation)?.version ?? "its text");
  switch (standingOf(view, record)) {
    case "accepted":
      return "";
    case "contested": {
      const rivals = view.opponents[String(record)] ?? [];
      const first = world.records[rivals[0] ?? -1];
      const more = rivals.length > 1 ? ` and ${rivals.length - 1} more` : "";
      return `${visible(first?.id ?? "?")}${more} states the opposite, ${visible(first?.predicate ?? "?")}, of the same two entities`;
    }
    case "withdrawn":
      return `${version} is withdrawn`;
    case "not-current":
      if (view.as_of) return `${version} is not the newest of its document at ${visible(view.id)}`;
      if (view.id === "~default") return `${version} is not the current version of its document`;
      return `${version} is not admitted by ${visible(view.id)}`;
    default: {
      const failed = relation.anchors.find((anchor) => anchor.failed === relation.reasons[0]);
      return visible(relation.failures[0]?.[1] ?? failed?.message ?? "");
    }
  }
}

/** Return the anchor that proves a record in a view, or its first one. */
export function proofOf(view: View, record: number, relation: Relation): Anchor | undefined {
  return relation.anchors[view.proofs[String(record)] ?? 0];
}

/** Name an entity by label, else by id. */
export function nameOf(world: World, entity: number | null): string {
  const found = entity === null ? undefined : world.entities[entity];
  return found === undefined ? "?" : visible(found.label ?? found.id);
}

export function idOf(world: World, entity: number | null): string {
  const found = entity === null ? undefined : world.entities[entity];
  return found === undefined ? "?" : visible(found.id);
}

/** Say a record in one line, for those who do not see the picture. */
export function sentence(world: World, view: View, record: number): string {
  const relation = world.records[record];
  if (relation === undefined) return "";
  const side = (entity: number | null): string =>
    nameOf(world, entity) === idOf(world, entity) ? idOf(world, entity) : `${nameOf(world, entity)} (${idOf(world, entity)})`;
  const reason = reasonOf(world, view, record);
  const rules = rulesOf(world, view, record).join(", ");
  const weak = relation.weak ? ", weak" : "";
  const cited = proofOf(view, record, relation)?.version;
  return (
    `${visible(relation.id)}: ${side(relation.subject)} ${visible(relation.predicate ?? "?")} ${side(relation.object)}; ` +
    `${STANDING_WORDS[standingOf(view, record)]}${weak}` +
    (reason === "" ? "" : `, ${rules}: ${reason}`) +
    (cited === undefined || cited === null ? "; cites nothing" : `; cites ${visible(cited)}`)
  );
}

/** Tell whether a filter keeps a record. */
export function keeps(world: World, view: View, record: number, filter: Filter): boolean {
  const relation = world.records[record];
  if (relation === undefined) return false;
  if (filter.standing !== "" && standingOf(view, record) !== filter.standing) return false;
  if (filter.rule !== "" && !rulesOf(world, view, record).includes(filter.rule)) return false;
  if (filter.document !== "" && !relation.anchors.some((anchor) => anchor.document === filter.document)) return false;
  const wanted = filter.text.trim().toLowerCase();
  return wanted === "" || searchText(world, record).includes(wanted);
}

const searchTexts = new Map<number, string>();

function searchText(world: World, record: number): string {
  let found = searchTexts.get(record);
  if (found === undefined) {
    const relation = world.records[record];
    const sides = [relation?.subject, relation?.object].flatMap((side) => {
      const entity = world.entities[side ?? -1];
      return entity === undefined ? [] : [entity.id, entity.label ?? "", ...entity.aliases];
    });
    found = [relation?.id, relation?.predicate, ...sides, ...(relation?.anchors.map((one) => one.quote) ?? [])]
      .join("\n")
      .toLowerCase();
    searchTexts.set(record, found);
  }
  return found;
}

/** Find the other entities that bear the label of each entity: equal names, different things. */
export function namesakes(world: World): Map<number, number[]> {
  const bearers = new Map<string, number[]>();
  world.entities.forEach((entity, place) => {
    if (entity.label !== null) bearers.set(entity.label, [...(bearers.get(entity.label) ?? []), place]);
  });
  const found = new Map<number, number[]>();
  for (const places of bearers.values()) {
    if (places.length > 1) for (const place of places) found.set(place, places);
  }
  return found;
}

/** List the records at each entity. */
export function incidence(world: World): Map<number, number[]> {
  const at = new Map<number, number[]>();
  world.records.forEach((relation, record) => {
    for (const side of new Set([relation.subject, relation.object])) {
      if (side !== null) {
        const listed = at.get(side);
        if (listed === undefined) at.set(side, [record]);
        else listed.push(record);
      }
    }
  });
  return at;
}

export interface Neighbourhood {
  entities: number[];
  records: number[];
  leftOut: number;
}

/**
 * Walk outwards from an entity, at most so many steps and records; what needs attention comes first.
 */
export function neighbourhood(
  world: World,
  at: Map<number, number[]>,
  centre: number,
  steps: number,
  most: number,
  weight: (record: number) => number,
  keep: (record: number) => boolean,
): Neighbourhood {
  const entities = new Set([centre]);
  const records = new Set<number>();
  let leftOut = 0;
  let ring = [centre];
  for (let step = 0; step < steps; step++) {
    const next = new Set<number>();
    const found = [...new Set(ring.flatMap((entity) => at.get(entity) ?? []))].filter((one) => !records.has(one) && keep(one));
    found.sort((a, b) => weight(a) - weight(b) || a - b);
    for (const record of found) {
      if (records.size >= most) {
        leftOut += 1;
        continue;
      }
      records.add(record);
      const relation = world.records[record];
      for (const side of [relation?.subject ?? null, relation?.object ?? null]) {
        if (side !== null && !entities.has(side)) {
          entities.add(side);
          next.add(side);
        }
      }
    }
    ring = [...next];
  }
  return {
    entities: [...entities].sort((a, b) => a - b),
    records: [...records].sort((a, b) => a - b),
    leftOut,
  };
}

/** Count the records of a view by standing. */
export function countsOf(view: View): Record<Standing, number> {
  const counts: Record<Standing, number> = { accepted: 0, contested: 0, refused: 0, "not-current": 0, withdrawn: 0 };
  for (const letter of view.standing) {
    const standing = STANDINGS[letter];
    if (standing !== undefined) counts[standing] += 1;
  }
  return counts;
}

/** Give the steps and the entities of the lookup, in the view that it belongs to; nothing in any other. */
export function pathIn(world: World, view: number): { steps: Map<number, number[]>; entities: Set<number> } {
  const steps = new Map<number, number[]>();
  const entities = new Set<number>();
  for (const answer of world.lookup?.view === view ? world.lookup.answers : []) {
    answer.records.forEach((record, step) => {
      const listed = steps.get(record) ?? [];
      if (!listed.includes(step + 1)) steps.set(record, [...listed, step + 1]);
      for (const side of [world.records[record]?.subject, world.records[record]?.object]) {
        if (side !== null && side !== undefined) entities.add(side);
      }
    });
  }
  return { steps, entities };
}

/** Find where a large map starts: at the lookup, else at what is refused or contested, else at the first record. */
export function firstCentre(world: World, view: number): number {
  const asked = world.lookup?.start;
  const start = asked === undefined ? -1 : world.entities.findIndex((entity) => entity.id === asked);
  if (start >= 0) return start;
  const letters = world.views[view]?.standing ?? "";
  const heavy = world.records.findIndex((relation, record) => relation.subject !== null && "rc".includes(letters[record] ?? " "));
  return world.records[Math.max(heavy, 0)]?.subject ?? 0;
}

// Where the entities and the records of a drawing stand: a layered layout that keeps room for each label.

import { Graph, layout } from "@dagrejs/dagre";

import type { World } from "./world";

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export interface Layout {
  width: number;
  height: number;
  entities: Map<number, Box>;
  chips: Map<number, Box>;
  lines: Map<number, Point[]>;
}

export const NODE = { width: 172, height: 66 };
export const CHIP = { width: 190, height: 66 };
const MARGIN = 14;

/** Lay out some entities and records; the same ones always come out alike. */
export function arrange(world: World, entities: number[], records: number[]): Layout {
  const graph = new Graph({ multigraph: true });
  // Where records run in a circle, the greedy way turns round those that lead back to an early entity.
  graph.setGraph({ rankdir: "LR", acyclicer: "greedy", nodesep: 24, edgesep: 16, ranksep: 68, marginx: MARGIN, marginy: MARGIN });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const entity of entities) graph.setNode(`e${entity}`, { ...NODE });
  for (const record of records) {
    const relation = world.records[record];
    if (relation === undefined || relation.subject === null || relation.object === null) continue;
    graph.setEdge(`e${relation.subject}`, `e${relation.object}`, { ...CHIP, labelpos: "c" }, `r${record}`);
  }
  layout(graph);
  const size = graph.graph() as { width?: number; height?: number };
  const made: Layout = {
    width: Math.ceil(size.width ?? 0),
    height: Math.ceil(size.height ?? 0),
    entities: new Map(),
    chips: new Map(),
    lines: new Map(),
  };
  for (const entity of entities) {
    const at = graph.node(`e${entity}`) as unknown as Point;
    made.entities.set(entity, { x: at.x, y: at.y, ...NODE });
  }
  for (const edge of graph.edges()) {
    const at = graph.edge(edge) as unknown as Point & { points: Point[] };
    const record = Number((edge.name ?? "r").slice(1));
    made.chips.set(record, { x: at.x, y: at.y, ...CHIP });
    made.lines.set(record, at.points);
  }
  route(world, made);
  return made;
}

/** One end of a line at an entity: where the line goes next tells its place among the others there. */
interface End {
  line: Point[];
  place: number;
  next: Point;
}

/** Lead each line from side to side: out of an entity, through its label, into an entity, level at each of them. */
function route(world: World, made: Layout): void {
  const ends = new Map<string, End[]>();
  const dock = (entity: number, side: number, end: End): void => {
    const key = `${entity} ${side}`;
    ends.set(key, [...(ends.get(key) ?? []), end]);
  };
  for (const [record, chip] of made.chips) {
    const relation = world.records[record];
    const from = made.entities.get(relation?.subject ?? -1);
    const to = made.entities.get(relation?.object ?? -1);
    const given = made.lines.get(record) ?? [];
    if (relation === undefined || from === undefined || to === undefined || from === to) continue;
    const way = to.x >= from.x ? 1 : -1;
    const half = chip.width / 2;
    // The layout keeps a lane free where a line passes a column; it stays level there and bends in the gaps.
    const between = given
      .slice(1, -1)
      .filter((point) => Math.abs(point.x - chip.x) > half + 1)
      .flatMap((point) => [
        { x: point.x - way * half, y: point.y },
        { x: point.x + way * half, y: point.y },
      ]);
    const line = [
      { x: from.x + (way * from.width) / 2, y: from.y },
      ...between.filter((point) => (point.x - chip.x) * way < 0),
      { x: chip.x - way * half, y: chip.y },
      { x: chip.x + way * half, y: chip.y },
      ...between.filter((point) => (point.x - chip.x) * way > 0),
      { x: to.x - (way * to.width) / 2, y: to.y },
    ];
    made.lines.set(record, line);
    dock(relation.subject ?? -1, way, { line, place: 0, next: line[1] as Point });
    dock(relation.object ?? -1, -way, { line, place: line.length - 1, next: line[line.length - 2] as Point });
  }
  for (const listed of ends.values()) {
    listed.sort((one, other) => one.next.y - other.next.y);
    const gap = Math.min(16, (NODE.height - 18) / listed.length);
    listed.forEach(({ line, place }, number) => {
      (line[place] as Point).y += (number - (listed.length - 1) / 2) * gap;
    });
  }
}

/** Draw a line through points, level at each of them. */
export function curve(points: Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return "";
  const at = (x: number, y: number): string => `${x.toFixed(1)},${y.toFixed(1)}`;
  let path = `M${at(first.x, first.y)}`;
  let before = first;
  for (const point of rest) {
    const middle = (before.x + point.x) / 2;
    path += before.y === point.y ? ` L${at(point.x, point.y)}` : ` C${at(middle, before.y)} ${at(middle, point.y)} ${at(point.x, point.y)}`;
    before = point;
  }
  return path;
}

/** Draw the head of an arrow at the end of a line. */
export function arrowHead(points: Point[], size = 9): string {
  const end = points[points.length - 1];
  const before = points[points.length - 2];
  if (end === undefined || before === undefined) return "";
  // The line ends level, so the head points left or right.
  const dx = end.x >= before.x ? 1 : -1;
  const corner = (turn: number): string => `${(end.x - dx * size).toFixed(1)},${(end.y + (size / 2) * turn).toFixed(1)}`;
  return `${end.x.toFixed(1)},${end.y.toFixed(1)} ${corner(1)} ${corner(-1)}`;
}

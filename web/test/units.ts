// What the page decides without a browser: words, filters, neighbourhoods, places.

import assert from "node:assert/strict";
import { test } from "node:test";

import { arrange, arrowHead, curve } from "../src/layout";
import { countsOf, firstCentre, incidence, keeps, namesakes, neighbourhood, NO_FILTER, pathIn, reasonOf, rulesOf, sentence, viewName } from "../src/state";
import { counted, short, shortMiddle, visible, visibleBody } from "../src/text";
import type { Anchor, Relation, View, World } from "../src/world";

const anchor = (document: string, version: string, quote: string): Anchor => ({
  source: "s",
  document,
  version,
  representation: `${version}/text`,
  sha256: "00",
  place: "bytes 0-1",
  quote,
  failed: null,
  message: null,
  claims_checked: true,
  text: 0,
  mark: [0, 1],
  whole: true,
  no_body: null,
});

const relation = (id: string, subject: number | null, predicate: string, object: number, more: Partial<Relation> = {}): Relation => ({
  id,
  subject,
  predicate,
  object,
  weak: false,
  failures: [],
  reasons: [],
  anchors: [anchor("doc", "doc@1", `${id} says so`)],
  ...more,
});

const entity = (id: string, label: string | null) => ({ id, label, aliases: [`alias of ${id}`], types: ["T"], declared: true });

const world: World = {
  name: "w",
  scopes: [],
  entities: [entity("a", "Ash"), entity("b", "Rowan"), entity("c", "Rowan"), entity("d", null)],
  records: [
    relation("r0", 0, "runs", 1),
    relation("r1", 0, "does_not_run", 1),
    relation("r2", 1, "runs", 2, { weak: true }),
    relation("r3", 2, "runs", 3, { anchors: [], failures: [["missing-support", "no anchor"]], reasons: ["missing-support"] }),
    relation("r4", 3, "runs", 3, { anchors: [anchor("other", "other@2", "loop")] }),
    relation("r5", null, "runs", 0),
  ],
  texts: ["text"],
  views: [],
  selected: 0,
  views_left_out: 0,
  instants_left_out: 0,
  lookup: null,
  record_checks: [],
  anchor_checks: [],
  mends: {},
};
const view: View = { id: "~default", as_of: false, standing: "ccarnw", opponents: { "0": [1], "1": [0] }, proofs: {} };
const every = (): boolean => true;

test("hidden characters are shown", () => {
  assert.equal(visible("a\u202eb\u0000\n\u2028\ud800 c\u00a0"), "a\\u202Eb\\u0000\\u000A\\u2028\\uD800 c\\u00A0");
  assert.equal(visible("\u{e0001}"), "\\u{E0001}");
  assert.equal(visibleBody("a\r\nb\tc\u200b"), "a\nb\tc\\u200B");
});

test("texts are cut at characters", () => {
  assert.equal(short("\u{1f600}\u{1f600}\u{1f600}", 2), "\u{1f600}…");
  assert.equal(short("abc", 3), "abc");
  assert.equal(shortMiddle("doc:a:assignments@v1", 11), "doc:…nts@v1");
  assert.equal(shortMiddle("abc", 3), "abc");
});

test("numbers have their nouns", () => {
  assert.deepEqual([counted(1, "entity"), counted(2000, "entity"), counted(0, "record")], ["1 entity", "2,000 entities", "0 records"]);
});

test("a reason is said in words", () => {
  assert.equal(reasonOf(world, view, 0), "r1 states the opposite, does_not_run, of the same two entities");
  assert.equal(reasonOf(world, view, 2), "");
  assert.equal(reasonOf(world, view, 3), "no anchor");
  assert.equal(reasonOf(world, view, 4), "other@2 is not the current version of its document");
  assert.equal(reasonOf(world, { ...view, id: "v" }, 4), "other@2 is not admitted by v");
  assert.equal(reasonOf(world, { ...view, id: "T", as_of: true }, 4), "other@2 is not the newest of its document at T");
  assert.equal(reasonOf(world, view, 5), "doc@1 is withdrawn");
});

test("rules name what speaks against a record", () => {
  const found = world.records.map((_, record) => rulesOf(world, view, record));
  assert.deepEqual(found, [["contested"], ["contested"], ["weak-predicate"], ["missing-support"], ["not-current"], ["withdrawn"]]);
});

test("a record is one sentence", () => {
  assert.equal(
    sentence(world, view, 0),
    "r0: Ash (a) runs Rowan (b); contested, contested: r1 states the opposite, does_not_run, of the same two entities; cites doc@1",
  );
  assert.equal(sentence(world, view, 2), "r2: Rowan (b) runs Rowan (c); accepted, weak; cites doc@1");
  assert.equal(sentence(world, view, 3), "r3: Rowan (c) runs d; refused, missing-support: no anchor; cites nothing");
});

test("views have names", () => {
  assert.deepEqual([viewName(view), viewName({ ...view, id: "v\u202e" }), viewName({ ...view, id: "T", as_of: true })], ["current versions", "v\\u202E", "as of T"]);
  assert.deepEqual(countsOf(view), { accepted: 1, contested: 2, refused: 1, "not-current": 1, withdrawn: 1 });
});

test("filters keep what they say", () => {
  const kept = (filter: Partial<typeof NO_FILTER>): number[] =>
    world.records.map((_, record) => record).filter((record) => keeps(world, view, record, { ...NO_FILTER, ...filter }));
  assert.deepEqual(kept({}), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(kept({ standing: "contested" }), [0, 1]);
  assert.deepEqual(kept({ rule: "missing-support" }), [3]);
  assert.deepEqual(kept({ document: "other" }), [4]);
  assert.deepEqual(kept({ text: " ASH " }), [0, 1, 5]);
  assert.deepEqual(kept({ text: "loop" }), [4]);
  assert.deepEqual(kept({ text: "rowan", standing: "refused" }), [3]);
});

test("equal names are different things", () => {
  assert.deepEqual([...namesakes(world)], [[1, [1, 2]], [2, [1, 2]]]);
});

test("a neighbourhood is bounded and says so", () => {
  const at = incidence(world);
  assert.deepEqual(at.get(3), [3, 4]);
  const walk = (centre: number, steps: number, most: number) => neighbourhood(world, at, centre, steps, most, (record) => record, every);
  assert.deepEqual(walk(0, 1, 10), { entities: [0, 1], records: [0, 1, 5], leftOut: 0 });
  assert.deepEqual(walk(0, 3, 10), { entities: [0, 1, 2, 3], records: [0, 1, 2, 3, 5], leftOut: 0 });
  assert.deepEqual(walk(0, 1, 1), { entities: [0, 1], records: [0], leftOut: 2 });
  assert.deepEqual(
    neighbourhood(world, at, 0, 1, 1, (record) => -record, (record) => record !== 5).records,
    [1],
  );
});

test("a layout is the same each time, and no two boxes meet", () => {
  const records = [0, 1, 2, 3, 4];
  const laid = arrange(world, [0, 1, 2, 3], records);
  assert.deepEqual(arrange(world, [0, 1, 2, 3], records), laid);
  const boxes = [...laid.entities.values(), ...laid.chips.values()];
  assert.equal(boxes.length, 9);
  for (const one of boxes) {
    assert.ok(one.x - one.width / 2 >= 0 && one.x + one.width / 2 <= laid.width);
    assert.ok(one.y - one.height / 2 >= 0 && one.y + one.height / 2 <= laid.height);
    for (const other of boxes) {
      const meets = Math.abs(one.x - other.x) * 2 < one.width + other.width && Math.abs(one.y - other.y) * 2 < one.height + other.height;
      assert.equal(meets, one === other);
    }
  }
});

test("lines are drawn through their points", () => {
  assert.equal(curve([{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 20, y: 8 }]), "M0.0,0.0 L10.0,0.0 C15.0,0.0 15.0,8.0 20.0,8.0");
  assert.equal(curve([]), "");
  assert.equal(arrowHead([{ x: 0, y: 0 }, { x: 20, y: 4 }], 8), "20.0,4.0 12.0,8.0 12.0,0.0");
  assert.equal(arrowHead([{ x: 20, y: 0 }, { x: 0, y: 4 }], 8), "0.0,4.0 8.0,8.0 8.0,0.0");
});

test("the path of a lookup belongs to its view", () => {
  const lookup = {
    replay: "holds",
    cause: null,
    status: "ambiguous",
    start: "b",
    path: ["runs", "runs"],
    view: 1,
    answers: [
      { entity: 2, records: [0, 2], other_paths: 0 },
      { entity: 3, records: [0, 3], other_paths: 0 },
    ],
    refusals: [],
    left_out: 0,
  };
  const asked = { ...world, lookup, views: [view, view] };
  assert.deepEqual([...pathIn(asked, 1).steps], [[0, [1]], [2, [2]], [3, [2]]]);
  assert.deepEqual([...pathIn(asked, 1).entities], [0, 1, 2, 3]);
  assert.equal(pathIn(asked, 0).steps.size, 0);
  assert.equal(pathIn(world, 0).steps.size, 0);
  assert.equal(firstCentre(asked, 1), 1);
  assert.equal(firstCentre({ ...asked, lookup: { ...lookup, start: "nobody" } }, 0), 0);
  assert.equal(firstCentre({ ...world, views: [{ ...view, standing: "aaaraa" }] }, 0), 2);
});

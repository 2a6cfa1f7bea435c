// The data of a map, as graph_rdf/report/map_model.py writes it.

export interface Entity {
  id: string;
  label: string | null;
  aliases: string[];
  types: string[];
  declared: boolean;
}

export interface Anchor {
  source: string | null;
  document: string | null;
  version: string | null;
  representation: string | null;
  sha256: string | null;
  place: string | null;
  quote: string | null;
  failed: string | null;
  message: string | null;
  claims_checked: boolean;
  text: number | null;
  mark: [number, number] | null;
  whole: boolean;
  no_body: string | null;
}

export interface Relation {
  id: string;
  subject: number | null;
  predicate: string | null;
  object: number | null;
  weak: boolean;
  failures: [string, string][];
  reasons: string[];
  anchors: Anchor[];
}

export interface View {
  id: string;
  as_of: boolean;
  standing: string;
  opponents: Record<string, number[]>;
  proofs: Record<string, number>;
}

export interface Lookup {
  replay: string;
  cause: string | null;
  status: string | null;
  start: string;
  path: string[];
  view: number | null;
  answers: { entity: number; records: number[]; other_paths: number }[];
  refusals: { record: number; step: number; reason: string; message: string }[];
  left_out: number;
}

export interface World {
  name: string;
  scopes: string[];
  entities: Entity[];
  records: Relation[];
  texts: string[];
  views: View[];
  selected: number;
  views_left_out: number;
  instants_left_out: number;
  lookup: Lookup | null;
  record_checks: [string, string][];
  anchor_checks: [string, string][];
  mends: Record<string, string>;
}

/** Read the data block of the page. */
export function readWorld(): World {
  const block = document.getElementById("data");
  return JSON.parse(block?.textContent ?? "") as World;
}

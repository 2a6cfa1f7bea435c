// Bundles the unit tests for node and runs them.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = mkdtempSync(join(tmpdir(), "web-test-"));
try {
  const file = join(out, "units.test.mjs");
  await build({ entryPoints: [join(here, "units.ts")], bundle: true, platform: "node", format: "esm", outfile: file });
  process.exitCode = spawnSync(process.execPath, ["--test", file], { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(out, { recursive: true });
}

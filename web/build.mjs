// Bundles the scripts and the style of the pages into a folder: node build.mjs FOLDER

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = process.argv[2];
if (out === undefined) throw new Error("usage: node build.mjs FOLDER");
mkdirSync(out, { recursive: true });

const bundled = new Set();
for (const name of ["map", "report"]) {
  const made = await build({
    entryPoints: [join(here, "src", `${name}.ts`)],
    absWorkingDir: here,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2020",
    charset: "ascii",
    legalComments: "none",
    metafile: true,
    write: false,
  });
  for (const input of Object.keys(made.metafile.inputs)) {
    const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found !== null) bundled.add(found[1]);
  }
  // A page may hold no control character; in a script they stand in string literals alone.
  const code = made.outputFiles[0].text.replace(
    /[\x00-\x09\x0b-\x1f\x7f]/g,
    (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
  writeFileSync(join(out, `${name}.js`), `${code.trimEnd()}\n`);
}

const style = await build({
  entryPoints: [join(here, "src", "page.css")],
  minify: true,
  charset: "ascii",
  target: "es2020",
  write: false,
});
writeFileSync(join(out, "page.css"), `${style.outputFiles[0].text.trimEnd()}\n`);

// dagre ships bundled with graphlib, so both are named whatever the bundler sees.
const parts = [...new Set([...bundled, "@dagrejs/dagre", "@dagrejs/graphlib"])].sort();
const licences = parts.map((name) => {
  const folder = join(here, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const text = readFileSync(join(folder, "LICENSE"), "utf8").replaceAll("\r\n", "\n").trimEnd();
  return `${name} ${version} (${license})\n\n${text}\n`;
});
writeFileSync(
  join(out, "LICENSES.txt"),
  `map.js contains the packages below; the rest of it is part of ttl-check, Apache-2.0.\n\n${licences.join("\n----\n\n")}`,
);

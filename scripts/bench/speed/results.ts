/** Keeps comparisons in `bench/results`, a file for each pair of builds; what is new evidence is committed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import * as z from "zod";
import { machineLine } from "../kept";
import { projectRoot } from "../../start/root";
import type { Build } from "./build";
import type { Compared } from "./compare";

const kept = z.record(z.string(), z.unknown());

/** Replaces the row's entry, and keeps those of other rows, which may have been measured earlier. Returns the file's path. */
export function keepCompared(
  [before, after]: readonly [Build, Build],
  name: string,
  compared: Compared,
): string {
  const folder = join(projectRoot, "bench", "results");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${before.name}-to-${after.name.split(" ")[0]}.json`);
  const rows = existsSync(file) ? kept.parse(JSON.parse(readFileSync(file, "utf8"))) : {};
  rows[name] = { at: new Date().toISOString(), machine: machineLine(), ...compared };
  writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`);
  return relative(process.cwd(), file);
}

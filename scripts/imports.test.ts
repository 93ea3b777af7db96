/** What the modules of queries pull in: Convex evaluates all of it in every transaction. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { projectRoot } from "./start/root";

/** Modules that hold only light queries: lists and live queries. */
const LIGHT = readdirSync(join(projectRoot, "convex"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("queries.ts") || /^(?:state|consciousness|live|notes)\.ts$/.test(path))
  .sort();

/** The largest has 54 files of the project and 153 KB in all, mostly of Convex: who reads a table loads its description, too. */
const MAX_PROJECT_FILES = 56;
const MAX_BYTES = 156_000;

/** The project's files in a module's bundle, and the bytes of the whole. */
async function importsOf(path: string): Promise<{ files: string[]; bytes: number }> {
  const { metafile } = await build({
    entryPoints: [join(projectRoot, "convex", path)],
    absWorkingDir: projectRoot,
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
    outdir: "out",
    logLevel: "silent",
  });
  const inputs = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const files = inputs.flatMap(([file, { bytesInOutput }]) =>
    bytesInOutput === 0 || file.includes("node_modules") ? [] : [file],
  );
  return { files, bytes: inputs.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0) };
}

describe("a module of light queries", () => {
  test("is found for every feature that has lists", () => expect(LIGHT.length).toBeGreaterThanOrEqual(8));

  test.each(LIGHT)("loads little: %s", async (path) => {
    const { files, bytes } = await importsOf(path);
    expect(files.length).toBeLessThanOrEqual(MAX_PROJECT_FILES);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
    expect(files.filter((file) => /mind\/(sentiment|contradictions)\//.test(file))).toEqual([]);
  });
});

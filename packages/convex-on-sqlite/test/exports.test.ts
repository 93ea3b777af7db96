/** What a program loads that uses the package. */
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import * as index from "../src/index";

const root = join(import.meta.dirname, "..");

/** The sources that loading the index loads at once, without what it loads later. */
async function loadedAtOnce(): Promise<string[]> {
  const { metafile } = await build({
    ...{ absWorkingDir: root, entryPoints: ["src/index.ts"], outdir: "out", write: false, metafile: true },
    ...{ bundle: true, splitting: true, format: "esm", platform: "node", packages: "external" },
  });
  const loaded = new Set(["out/index.js"]);
  // A set's iteration reaches what is added meanwhile.
  for (const output of loaded)
    for (const { path, kind } of metafile.outputs[output]?.imports ?? [])
      if (kind === "import-statement" && path in metafile.outputs) loaded.add(path);
  return [...loaded].flatMap((output) => Object.keys(metafile.outputs[output]?.inputs ?? {}));
}

test("the index loads neither the admin interface nor code generation nor the command", async () => {
  const sources = await loadedAtOnce();
  expect(sources).toContain("src/engine/engine.ts");
  expect(sources.filter((path) => /^src\/(?:admin|codegen|command|run)\//.test(path))).toEqual([]);
});

test("the index names all that a program needs, and no more", () => {
  expect(Object.keys(index).length).toBeLessThan(16);
  expect(index).toMatchObject({ startHost: expect.any(Function), withDatabase: expect.any(Function) });
});

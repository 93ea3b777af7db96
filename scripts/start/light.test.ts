/** What a start loads, by the imports of its bundle: a package that nothing needs yet costs every start its files. */
import { build } from "esbuild";
import { expect, it } from "vitest";
import { projectRoot } from "./root";

it("loads no client of a provider, and the console's files only on request", async () => {
  const bundle = (entry: string) =>
    build({
      entryPoints: [entry],
      absWorkingDir: projectRoot,
      outdir: "unwritten",
      write: false,
      bundle: true,
      metafile: true,
      platform: "node",
      format: "esm",
      packages: "external",
    });
  const imports = async (entry: string) =>
    Object.values((await bundle(entry)).metafile.inputs).flatMap((input) => input.imports);
  const packages = (await imports("scripts/start.ts")).filter(({ external }) => external === true);
  expect(packages.map(({ path }) => path)).toContain("convex-on-sqlite");
  expect(packages.map(({ path }) => path)).not.toContain("openai");
  const files = (await imports("convex/http.ts")).filter(({ path }) => path.endsWith(".generated.ts"));
  expect(files.map(({ kind }) => kind)).toEqual(["dynamic-import", "dynamic-import"]);
});

/** Errors that a developer sees when an app can't be loaded or a function throws. */
import { afterEach, describe, expect, it } from "vitest";
import { LoadError } from "./loadError";
import { projectOf, type TestProject } from "../../test/testProject";
import { loadApp } from "./loader";

let project: TestProject;
afterEach(() => project.remove());

async function failure(files: Record<string, string>, env: Record<string, string> = {}): Promise<string> {
  project = projectOf(files);
  const { functionsDir, outDir } = project;
  const cause: unknown = await loadApp({ functionsDir, outDir, env }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(cause).toBeInstanceOf(LoadError);
  return cause instanceof LoadError ? cause.message : "";
}

const DEFINE_APP = 'import { defineApp } from "convex/server";\nimport { v } from "convex/values";\n';
const ONE_FUNCTION =
  'import { internalMutationGeneric } from "convex/server";\n' +
  "export const run = internalMutationGeneric({ args: {}, handler: () => null });\n";

describe("bundling", () => {
  it("names file, line and column of a syntax error", async () => {
    expect(await failure({ "convex/bad.ts": "export const a = 1;\nexport const b = ;\n" })).toContain(
      "convex/bad.ts:2:18: Unexpected",
    );
  });

  it("names an import that can't be resolved", async () => {
    const message = await failure({
      "convex/bad.ts": 'import { x } from "./nowhere";\nexport const y = x;\n',
    });
    expect(message).toContain('convex/bad.ts:1:19: Could not resolve "./nowhere"');
  });

  it("rejects Node's built-ins in the default runtime and explains what to do", async () => {
    const message = await failure({
      "convex/bad.ts": 'import fs from "node:fs";\nexport const read = fs.readFileSync;\n',
    });
    expect(message).toContain("convex/bad.ts:1:16");
    expect(message).toContain('"use node"');
    expect(message).not.toContain("platform");
  });

  it("reports a package that is not installed", async () => {
    const message = await failure({
      "convex/bad.ts": 'import x from "no-such-package";\nexport const y = x;\n',
    });
    expect(message).toBe(
      'The functions could not be bundled:\n  convex/bad.ts:1:15: Could not resolve "no-such-package"',
    );
  });

  it('rejects "use node" in modules that Convex evaluates in its own runtime', async () => {
    expect(await failure({ "convex/http.ts": '"use node";\nexport default null;\n' })).toBe(
      'http.ts: "use node" is not allowed here.',
    );
  });
  it("rejects a module that waits at its top level, as Convex does", async () => {
    const message = await failure({ "convex/waits.ts": "export const a = await Promise.resolve(1);\n" });
    expect(message).toContain("convex/waits.ts:1:18: Top-level await");
    expect(message).toContain("move the await into a function");
  });
});

describe("loading", () => {
  it("names file and line of a module that throws", async () => {
    const message = await failure({
      "convex/fine.ts": ONE_FUNCTION,
      "convex/deep/bad.ts": 'export const a = 1;\n\nthrow new Error("boom");\n',
    });
    expect(message).toBe("Could not load convex/deep/bad.ts: Error: boom\n    at convex/deep/bad.ts:3:7");
  });

  it("names the module of a validator that a circular import left undefined", async () => {
    const message = await failure({
      "convex/a.ts":
        'import { queryGeneric } from "convex/server";\nimport { v } from "convex/values";\nimport "./b";\n' +
        "export const text = v.string();\n" +
        "export const first = queryGeneric({ args: { text }, handler: () => null });\n",
      "convex/b.ts":
        'import { queryGeneric } from "convex/server";\nimport { text } from "./a";\n' +
        "export const second = queryGeneric({ args: { text }, handler: () => null });\n",
    });
    expect(message).toMatch(/^Could not load convex\/b/);
    expect(message).toContain("circular imports");
  });

  it("names a cron whose expression Convex would reject", async () => {
    const message = await failure({
      "convex/fine.ts": ONE_FUNCTION,
      "convex/crons.ts":
        'import { cronJobs, makeFunctionReference } from "convex/server";\nconst crons = cronJobs();\n' +
        'crons.cron("nightly", "@daily", makeFunctionReference("fine:run"));\nexport default crons;\n',
    });
    expect(message).toContain('Cron "nightly": "@daily" is not a cron expression');
  });

  it("loads a circular import that is resolved in time", async () => {
    project = projectOf({
      "convex/a.ts": 'import { b } from "./b";\nexport const a = () => b;\n',
      "convex/b.ts": 'import { a } from "./a";\nexport const b = () => a;\n',
    });
    const { functionsDir, outDir } = project;
    await expect(loadApp({ functionsDir, outDir, env: {} })).resolves.toMatchObject({ http: null });
  });

  it("requires a router from http, crons from crons and a schema from schema", async () => {
    expect(await failure({ "convex/http.ts": "export const x = 1;\n" })).toContain("httpRouter()");
    project.remove();
    expect(await failure({ "convex/crons.ts": "export default {};\n" })).toContain("cronJobs()");
    project.remove();
    expect(await failure({ "convex/schema.ts": "export default {};\n" })).toContain("defineSchema()");
  });

  it("refuses packages that Convex would install by itself", async () => {
    const convexJson = JSON.stringify({ node: { externalPackages: ["sharp"] } });
    expect(await failure({ "convex.json": convexJson, "convex/a.ts": "export {};\n" })).toContain(
      "node.externalPackages of convex.json",
    );
  });

  it("names a cron whose function does not exist", async () => {
    const message = await failure({
      "convex/crons.ts":
        'import { cronJobs, makeFunctionReference } from "convex/server";\n' +
        "const crons = cronJobs();\n" +
        'crons.interval("tidy up", { hours: 1 }, makeFunctionReference("work:gone"));\n' +
        "export default crons;\n",
      "convex/work.ts": ONE_FUNCTION,
    });
    expect(message).toBe('Cron "tidy up" refers to work:gone, which does not exist.');
  });
});

describe("environment variables", () => {
  it("names every missing or invalid variable, and quotes no value", async () => {
    const message = await failure(
      {
        "convex/convex.config.ts":
          DEFINE_APP +
          'export default defineApp({ env: { KEY: v.string(), MODE: v.union(v.literal("on"), v.literal("off")) } });\n',
      },
      { MODE: "private" },
    );
    expect(message).toBe(
      'Environment variables: KEY is required but not set; MODE must be one of "on", "off".',
    );
  });

  it("names the component with a missing variable", async () => {
    const message = await failure({
      "convex/convex.config.ts": `${DEFINE_APP}import part from "./part/convex.config";\nconst app = defineApp();\napp.use(part);\nexport default app;\n`,
      "convex/part/convex.config.ts":
        'import { defineComponent } from "convex/server";\nimport { v } from "convex/values";\n' +
        'export default defineComponent("part", { env: { WORD: v.string() } });\n',
    });
    expect(message).toBe("Environment variables: WORD of component part is required but not set.");
  });
});

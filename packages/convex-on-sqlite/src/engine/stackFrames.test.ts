/** Stack frames of functions, from real builds in a process of their own: vitest would transform the modules it loads. */
import { execFile } from "node:child_process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { promisify } from "node:util";
import { projectOf, type TestProject } from "../../test/testProject";

const SOURCES = {
  "convex/convex.config.ts":
    'import { defineApp } from "convex/server";\nimport part from "../part/convex.config";\n' +
    "const app = defineApp();\napp.use(part);\nexport default app;\n",
  "part/convex.config.ts":
    'import { defineComponent } from "convex/server";\nexport default defineComponent("part");\n',
  "part/errors.ts":
    'import { queryGeneric } from "convex/server";\n' +
    "export const fail = queryGeneric({\n" +
    "  args: {},\n" +
    "  handler: async () => {\n" +
    '    throw new Error("component kaboom");\n' +
    "  },\n" +
    "});\n",
  "mind/deep.ts": "export function inner(): string | undefined {\n  return new Error().stack;\n}\n",
  "convex/work.ts":
    'import { actionGeneric, componentsGeneric, internalQueryGeneric, makeFunctionReference } from "convex/server";\n' +
    'import { inner } from "../mind/deep";\n' +
    "const components: any = componentsGeneric();\n" +
    'export const throwing = internalQueryGeneric({ args: {}, handler: async () => { throw new Error("boom"); } });\n' +
    "export const nested = actionGeneric({\n" +
    "  args: {},\n" +
    '  handler: async (ctx) => await ctx.runQuery(makeFunctionReference<"query">("work:throwing"), {}),\n' +
    "});\n" +
    "export const inComponent = actionGeneric({\n" +
    "  args: {},\n" +
    "  handler: async (ctx) => await ctx.runQuery(components.part.errors.fail, {}),\n" +
    "});\n" +
    "export const stack = actionGeneric({ args: {}, handler: () => inner() });\n" +
    "export const logged = actionGeneric({\n" +
    "  args: {},\n" +
    "  handler: () => {\n" +
    '    const error = new Error("logged");\n' +
    "    void error.stack;\n" +
    "    console.log(error);\n" +
    "    throw error;\n" +
    "  },\n" +
    "});\n",
};

let project: TestProject;

beforeEach(() => {
  project = projectOf(SOURCES);
});

afterEach(() => project.remove());

async function outcomeOf(name: string): Promise<string[]> {
  const script = ["scripts/run.mjs", "packages/convex-on-sqlite/test/children/errorStack.ts"];
  const { functionsDir, outDir } = project;
  const { stdout } = await promisify(execFile)(process.execPath, [...script, functionsDir, outDir, name]);
  return JSON.parse(stdout) as string[];
}

describe("an error of a function", () => {
  it("has the frames of each call after its message, as Convex prints them", async () => {
    expect(await outcomeOf("work:nested")).toEqual([
      "[Request ID: abc] Server Error\nUncaught Error: Uncaught Error: boom\n" +
        "    at handler (../convex/work.ts:4:87)\n\n" +
        "    at async handler (../convex/work.ts:7:27)\n",
    ]);
    expect(await outcomeOf("work:inComponent")).toEqual([
      "[Request ID: abc] Server Error\nUncaught Error: Uncaught Error: component kaboom\n" +
        "    at handler (../part/errors.ts:5:11)\n\n" +
        "    at async handler (../convex/work.ts:11:27)\n",
    ]);
  });

  it("has a stack of the function's own modules, in which nothing names the host or the machine", async () => {
    expect(await outcomeOf("work:stack")).toEqual([
      "Error\n    at inner (convex:/user/_deps/mind/deep.js:2:10)\n" +
        "    at handler (convex:/user/work.js:13:63)",
    ]);
  });

  it("has the frames in the sources when it is logged or thrown after its stack was read", async () => {
    const [message = "", line = ""] = await outcomeOf("work:logged");
    expect(line).toBe("[LOG] Error: logged\n    at handler (../convex/work.ts:17:19)");
    expect(message).toMatch(/Uncaught Error: logged\n {4}at handler \(\.\.\/convex\/work\.ts:17:19\)\n$/);
  });
});

/** Which files are modules. */
import { afterEach, describe, expect, it } from "vitest";
import { projectOf, type TestProject } from "../../test/testProject";
import { hasUseNode, listModules } from "./modules";

describe("listModules", () => {
  let project: TestProject;
  afterEach(() => project.remove());

  it("lists source files and skips those that the Convex CLI skips", () => {
    const module = "export const a = 1;\n";
    project = projectOf({
      "convex/b.ts": module,
      "convex/a.js": module,
      "convex/folder/deep.tsx": module,
      "convex/folder/schema.ts": module,
      "convex/schema.ts": module,
      "convex/_generated/api.js": module,
      "convex/convex.config.ts": module,
      "convex/a.test.ts": module,
      "convex/.hidden.ts": module,
      "convex/#lock.ts": module,
      "convex/with space.ts": module,
      "convex/types.d.ts": module,
      "convex/notes.md": "text",
      "convex/script.ts": "const a = 1;\n",
      "convex/part/convex.config.ts": module,
      "convex/part/inside.ts": module,
    });
    expect(listModules(project.functionsDir).map(({ path }) => path)).toEqual(["a", "b", "folder/deep"]);
  });

  it("rejects the reserved folder", () => {
    project = projectOf({ "convex/_deps/a.ts": "export const a = 1;\n" });
    expect(() => listModules(project.functionsDir)).toThrow("_deps");
  });
});

describe("hasUseNode", () => {
  it.each([
    ['"use node";\nimport "x";', true],
    ["'use node'\nimport \"x\";", true],
    ['// why\n/* and\n how */ "use strict";\n"use node";', true],
    ['import "x";\n"use node";', false],
    ['// "use node"\nimport "x";', false],
    ['const text = "use node";', false],
  ])("%j is %s", (source, expected) => {
    expect(hasUseNode(source)).toBe(expected);
  });
});

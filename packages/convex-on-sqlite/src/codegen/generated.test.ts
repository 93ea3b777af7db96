/** Code generation by the Convex CLI against the push server, with the fixture app. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixtureApp, projectOf, type TestProject } from "../../test/testProject";
import { bundleForDeploy } from "../../../../scripts/deploy-bundle";
import { generate, readGenerated, stalePaths, writeGenerated, type GeneratedFiles } from "./generated";

const TIMEOUT_MS = 90_000;

describe("generated types", () => {
  let project: TestProject;
  let files: GeneratedFiles;
  beforeAll(async () => {
    project = fixtureApp({ withLibraries: false });
    files = await generate(project.root);
  }, TIMEOUT_MS);
  afterAll(() => project.remove());

  it("include every installed component under its name", () => {
    const api = files.get("convex/_generated/api.d.ts");
    expect(api).toContain(
      'counts: import("@convex-dev/aggregate/_generated/component.js").ComponentApi<"counts">',
    );
    expect(api).toContain('greeter: import("../greeter/_generated/component.js").ComponentApi<"greeter">');
  });

  it("include the declared variables with their types", () => {
    const server = files.get("convex/_generated/server.d.ts");
    expect(server).toContain("readonly GREETING: string;");
    expect(server).toContain('readonly MODE: "loud" | "quiet" | undefined;');
    expect(files.get("convex/greeter/_generated/server.ts")).toContain("readonly WORD: string;");
  });

  it("include the functions of a component with their kinds", () => {
    expect(files.get("convex/greeter/_generated/component.ts")).toMatch(
      /environment: FunctionReference<\s*"action"/,
    );
  });

  it("do not change the project", () => {
    expect(readGenerated(project.root).size).toBe(0);
  });

  it("are current after they are written", () => {
    expect(writeGenerated(project.root, files)).toEqual([...files.keys()].sort());
    expect(writeGenerated(project.root, files)).toEqual([]);
  });

  it("are stale where an edit would generate something else, or nothing", () => {
    const wanted = new Map(files).set("convex/_generated/api.d.ts", "of an edited app");
    wanted.delete("convex/greeter/_generated/component.ts");
    expect(stalePaths(readGenerated(project.root), wanted)).toEqual([
      "convex/_generated/api.d.ts",
      "convex/greeter/_generated/component.ts",
    ]);
  });
});

describe("the bundle check", () => {
  it(
    "names the Node built-in that a module of the default runtime imports",
    async () => {
      const project = projectOf({
        "convex/bad.ts": 'import fs from "node:fs";\nexport const read = fs.readFileSync;\n',
      });
      try {
        const outcome = await bundleForDeploy(project.root);
        expect(outcome.kind === "refused" ? outcome.reasons : "").toContain("node:fs");
      } finally {
        project.remove();
      }
    },
    TIMEOUT_MS,
  );
});

/** Code generation by the Convex CLI against the push server, with the fixture app. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixtureApp, projectOf, type TestProject } from "../test/host/testProject";
import { bundleForDeploy } from "./deploy-bundle";
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

  it(
    "come out the same when they are there already, and show what an edit makes stale",
    async () => {
      project.write("convex/added.ts", "export const added = 1;\n");
      expect(stalePaths(readGenerated(project.root), await generate(project.root))).toEqual([
        "convex/_generated/api.d.ts",
      ]);
    },
    TIMEOUT_MS,
  );
});

describe("the bundle check", () => {
  it(
    "passes an app for the default runtime",
    async () => {
      const project = fixtureApp({ withLibraries: true });
      try {
        expect(await bundleForDeploy(project.root)).toMatchObject({ kind: "bundled" });
      } finally {
        project.remove();
      }
    },
    TIMEOUT_MS,
  );

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

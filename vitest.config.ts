import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The tests that set an app up, directly or by a helper. What is pure has no engine: its helpers have other names. */
const functionTests = readdirSync(fileAt("convex"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => `convex/${path}`)
  .filter((path) => /from "(?:\.\.?\/)+test\.(?:setup|requests)"/.test(readFileSync(fileAt(path), "utf8")));

/** Puts the host in the place of convex-test, so that tests written for that package run on it unchanged. */
const onTheHost = {
  alias: [
    { find: /^convex-test$/, replacement: fileAt("test/host/convexTest/convexTest.ts") },
    { find: /^@fast-check\/vitest$/, replacement: fileAt("test/host/convexTest/propertyTest.ts") },
  ],
};

/** Projects and folders in the order in which they are begun: first those with the longest files, so that none is left alone. */
const PROJECTS_IN_ORDER = ["node", "convex"];
const FOLDERS_IN_ORDER = ["test", "host", "scripts", "convex", "mind", "node_modules"];

/** A file that names an environment gets a process for itself, and the next one begins anew after it. */
const namesItsEnvironment = (path: string): boolean =>
  readFileSync(path, "utf8").startsWith("// @vitest-environment");

/**
 * Keeps the files of a project together, because those that share a process share what it has loaded, and at their end those
 * that share none.
 */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification): number => {
      const [folder = ""] = relative(fileAt("."), moduleId).split(sep);
      return (
        PROJECTS_IN_ORDER.indexOf(project.name) * (FOLDERS_IN_ORDER.length + 1) +
        (namesItsEnvironment(moduleId) ? FOLDERS_IN_ORDER.length : FOLDERS_IN_ORDER.indexOf(folder))
      );
    };
    const places = new Map(files.map((file) => [file, place(file)]));
    return (await super.sort(files)).sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  }
}

/** For one test or hook. Generous, because machines are shared: what is promised of time a test says itself. */
const PATIENCE = { testTimeout: 90_000, hookTimeout: 90_000 };

/** A machine of which nothing is known gets a second try; at home a test that fails now and then is a fault. */
const RETRY = { retry: process.env.CI === undefined ? 0 : 1 };

// Tests speak with nobody outside: certificates that a machine adds to Node's own are read at the start of each process, four
// times what its start takes otherwise, and tests start a hundred.
delete process.env["NODE_EXTRA_CA_CERTS"];

// Functions live in UTC on Convex. A test calls some of them, and what they are made of, before a host could see to that.
process.env.TZ = "UTC";

export default defineConfig({
  test: {
    // Many tests wait for processes, disks and pauses more than they compute: two files more than there are cores keep all
    // of them busy (one more: 247 s on two cores; two more: 210 s).
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: ByProject },
    globalSetup: "test/support/bundle.ts",
    // What a test prints is of use where it fails.
    silent: "passed-only",
    projects: [
      {
        // Function tests; convex-test wants the edge runtime's globals.
        test: {
          name: "convex",
          include: functionTests,
          // What is large: one engine is enough for a whole day, much data and the costs beside it, the one whose time
          // and whose count of what is read don't grow with all that is stored.
          exclude: ["convex/**/*.large.test.ts"],
          isolate: false,
          setupFiles: ["test/support/assertions.ts", "test/support/properties.ts"],
          provide: { engine: "convex-test" },
          ...PATIENCE,
          ...RETRY,
          environment: "edge-runtime",
          server: { deps: { inline: ["convex-test"] } },
        },
      },
      {
        // The real service in a process of its own; pure code; the function tests again, on the other engine:
        // ARCHITECTURE.md; the tests that the installed components ship, on the host; and the host's own. One project, so
        // that they share processes and modules.
        resolve: onTheHost,
        test: {
          name: "node",
          include: [
            "test/**/*.test.ts",
            "mind/**/*.test.ts",
            "convex/**/*.test.ts",
            "host/**/*.test.ts",
            "scripts/**/*.test.ts",
            "node_modules/@convex-dev/**/src/**/*.test.ts",
          ],
          exclude: [
            // Helpers of the other tests, with one empty test each.
            "**/setup.test.ts",
            // Types and arithmetic, which reach no engine.
            "**/rate-limiter/src/shared.test.ts",
            // A React hook against a mocked client: no engine, and it wants a browser's document.
            "**/rate-limiter/src/react/**",
          ],
          environment: "node",
          setupFiles: ["test/support/setup.ts", "test/support/assertions.ts", "test/support/properties.ts"],
          isolate: false,
          provide: { engine: "host" },
          ...PATIENCE,
          ...RETRY,
        },
      },
    ],
  },
});

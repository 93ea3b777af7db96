import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The lower floors of convex/, which tests run on both engines: indexes, scheduler, vector search and conflicts, where
 * engines could differ, are reached through them; and corrections, since what is erased or undone must be so on both. The
 * rest runs on the host alone, as all function tests do.
 */
const ON_BOTH_ENGINES = [
  "lib",
  "rateLimits",
  "idempotency",
  "embeddings",
  "search",
  "memories",
  "corrections",
  "erasures",
  "migrations",
];
/** Tests above these floors of what reaches down to them through all in between. */
const ALSO_ON_BOTH = ["knowledge/scopes.test.ts", "tick/scopes.test.ts"];

/** Tests that set up an app, directly or through a helper. Pure tests need no engine; their helpers have other names. */
const functionTests = ON_BOTH_ENGINES.flatMap((folder) =>
  readdirSync(fileAt(`convex/${folder}`), { recursive: true, encoding: "utf8" }).map(
    (path) => `${folder}/${path}`,
  ),
)
  .concat(ALSO_ON_BOTH)
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => `convex/${path}`)
  .filter((path) =>
    /from "(?:\.\.?\/)+test\/functions\/(?:setup|requests)"/.test(readFileSync(fileAt(path), "utf8")),
  );

/** Replaces convex-test with the host, so that tests written for that package run on it unchanged. */
const onTheHost = [
  { find: /^convex-test$/, replacement: fileAt("packages/convex-on-sqlite/test/convexTest/convexTest.ts") },
  {
    find: /^@fast-check\/vitest$/,
    replacement: fileAt("packages/convex-on-sqlite/test/convexTest/propertyTest.ts"),
  },
];

/** The host's package runs from its sources, as the runner has it. */
const fromSource = [
  { find: /^convex-on-sqlite$/, replacement: fileAt("packages/convex-on-sqlite/src/index.ts") },
  { find: /^convex-on-sqlite\/(\w+)$/, replacement: fileAt("packages/convex-on-sqlite/src/$1.ts") },
];

/**
 * Start order of projects and folders: those that wait most, as tests on convex-test do for timers, and those with the longest
 * files first, so that none runs alone at the end.
 */
const PROJECTS_IN_ORDER = ["convex", "node"];
const FOLDERS_IN_ORDER = ["test", "packages", "scripts", "convex", "mind", "node_modules"];

/** A file with its own environment gets a separate process, and the next file starts a new one. */
const namesItsEnvironment = (path: string): boolean =>
  readFileSync(path, "utf8").startsWith("// @vitest-environment");

/**
 * Groups the files of a project, because files in one process share loaded modules, and runs those that need their own
 * process last.
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

/** Per test or hook. Generous for shared machines; tests assert their own time limits where they matter. */
const PATIENCE = { testTimeout: 120_000, hookTimeout: 240_000 };

/** Unknown machines in CI get a second try; locally an intermittent failure is a bug. */
const RETRY = { retry: process.env.CI === undefined ? 0 : 1 };

/**
 * Megabytes. A test's garbage outgrows V8's usual 16, and what is then moved dies with the test: 6 to 10 % of the processor time of
 * function tests.
 */
const V8 = { execArgv: ["--max-semi-space-size=64"] };

// Tests make no external requests. Node would read additional certificates at every process start, which takes four times
// as long as the start itself, and tests start a hundred processes.
delete process.env["NODE_EXTRA_CA_CERTS"];

// Convex uses UTC. Some tests call functions and their helpers before a host could set the time zone.
process.env.TZ = "UTC";

/**
 * What takes long: a browser, whole days, much data, services killed at every step, every kind of model. `npm test` leaves
 * it to `npm run test:large` (`--mode large`), and function tests on convex-test as well, which have run on the host by then; CI
 * runs both.
 */
const LARGE = "**/*.large.test.ts";

export default defineConfig(({ mode }) => ({
  resolve: { alias: fromSource },
  test: {
    // Many tests mostly wait for processes, disks and timers: two more workers than cores keep all cores busy (one more: 247 s
    // on two cores; two more: 210 s).
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: ByProject },
    globalSetup: "test/support/bundle.ts",
    // The output of a test is useful only if it fails.
    silent: "passed-only",
    projects: [
      {
        // Function tests of the lower floors; convex-test wants the edge runtime's globals.
        resolve: { alias: fromSource },
        test: {
          name: "convex",
          include: mode === "large" ? functionTests : [],
          // One engine is enough for what is large: the one whose time and whose count of what is read don't grow with
          // all that is stored.
          exclude: [LARGE],
          isolate: false,
          setupFiles: ["test/support/assertions.ts", "test/support/properties.ts"],
          provide: { engine: "convex-test" },
          ...PATIENCE,
          ...RETRY,
          ...V8,
          environment: "edge-runtime",
          server: { deps: { inline: ["convex-test"] } },
        },
      },
      {
        // The real service in a process of its own; pure code; all function tests, on the host: ARCHITECTURE.md;
        // the tests that the installed components ship, on the host; and the host's own. One project, so
        // that they share processes and modules.
        resolve: { alias: [...fromSource, ...onTheHost] },
        test: {
          name: "node",
          include:
            mode === "large"
              ? ["{test,convex,packages}/**/*.large.test.ts"]
              : [
                  "{test,mind,providers,embedding,convex,packages,scripts}/**/*.test.ts",
                  "node_modules/@convex-dev/**/src/**/*.test.ts",
                ],
          exclude: [
            ...(mode === "large" ? [] : [LARGE]),
            // Helpers of the other tests, with one empty test each.
            "**/setup.test.ts",
            // Its functions are in a module whose name Convex, and so the host, allows to none. convex-test asks for no more.
            "**/migrations/src/component/lib.test.ts",
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
          ...V8,
        },
      },
    ],
  },
}));

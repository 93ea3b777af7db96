import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The tests that set an app up, directly or by a helper. What is pure has no engine. */
const functionTests = readdirSync(fileAt("convex"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => `convex/${path}`)
  .filter((path) => /from "(?:\.\.?\/)+test\.\w+"/.test(readFileSync(fileAt(path), "utf8")));

/** Puts the host in the place of convex-test, so that tests written for that package run on it unchanged. */
const onTheHost = {
  alias: [
    { find: /^convex-test$/, replacement: fileAt("host/testing/convexTest.ts") },
    { find: /^@fast-check\/vitest$/, replacement: fileAt("host/testing/propertyTest.ts") },
  ],
};

export default defineConfig({
  test: {
    // Most tests wait for processes and disks more than they compute; vitest would leave one core of two idle.
    maxWorkers: "100%",
    // What a test prints is of use where it fails.
    silent: "passed-only",
    projects: [
      {
        // Pure code and function tests; convex-test wants the edge runtime's globals.
        test: {
          name: "convex",
          include: ["convex/**/*.test.ts"],
          environment: "edge-runtime",
          server: { deps: { inline: ["convex-test"] } },
        },
      },
      {
        // The function tests again, on the other engine: ARCHITECTURE.md.
        resolve: onTheHost,
        test: { name: "convex on the host", include: functionTests, environment: "node" },
      },
      {
        // The tests that the installed components ship, on the host.
        resolve: onTheHost,
        test: {
          name: "packages on the host",
          include: ["node_modules/@convex-dev/**/src/**/*.test.ts"],
          exclude: [
            // Helpers of the other tests, with one empty test each.
            "**/setup.test.ts",
            // Types and arithmetic, which reach no engine.
            "**/rate-limiter/src/shared.test.ts",
            // A React hook against a mocked client: no engine, and it wants a browser's document.
            "**/rate-limiter/src/react/**",
          ],
          environment: "node",
          testTimeout: 30_000,
        },
      },
      { test: { name: "host", include: ["host/**/*.test.ts", "scripts/**/*.test.ts"], environment: "node" } },
      {
        // The real service in a process of its own: minutes of patience, because machines are shared.
        test: {
          name: "service",
          include: ["test/**/*.test.ts"],
          environment: "node",
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});

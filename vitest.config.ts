import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Puts the host in the place of convex-test, so that tests written for that package run on it unchanged. */
const onTheHost = {
  alias: [
    {
      find: /^convex-test$/,
      replacement: fileURLToPath(new URL("host/testing/convexTest.ts", import.meta.url)),
    },
  ],
};

export default defineConfig({
  test: {
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
        // The function tests again, on the other engine. What is pure has no engine.
        resolve: onTheHost,
        test: {
          name: "convex on the host",
          include: ["convex/**/*.test.ts"],
          exclude: ["convex/mind/**"],
          environment: "node",
        },
      },
      {
        // The tests that the installed components ship, on the host.
        resolve: onTheHost,
        test: {
          name: "packages on the host",
          include: ["node_modules/@convex-dev/**/src/**/*.test.ts"],
          exclude: [],
          environment: "node",
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

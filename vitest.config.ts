import { defineConfig } from "vitest/config";

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

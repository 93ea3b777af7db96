/// <reference types="vite/client" />
/** The app for function tests: all modules and components, on the official mock, within the platform's limits. */
import migrations from "@convex-dev/migrations/test";
import rateLimiter from "@convex-dev/rate-limiter/test";
import { convexTest } from "convex-test";
import { inject, it, onTestFinished, vi } from "vitest";
import schema from "../../convex/schema";
import { envDefinition, type Env } from "../../convex/lib/settings";

export const TICK_TOKEN = "tick-token-of-the-tests";
export const WRITE_TOKEN = "write-token-of-the-tests";

/** Without keys and rate limits, unless a test sets them. */
const USUAL: Env = {
  TICK_TOKEN,
  WRITE_TOKEN,
  RATE_LIMIT_TICK: "0",
  RATE_LIMIT_WRITE: "0",
  RATE_LIMIT_READ: "0",
};

const modules = import.meta.glob([
  "../../convex/**/*.ts",
  "../../convex/_generated/*.js",
  "!../../convex/**/*.*.ts",
]);

/**
 * A new, empty app for one test. `env` is laid over the usual settings until the test ends; `undefined` unsets.
 */
export function setup(env: Env = {}) {
  const values: Readonly<Record<string, string | undefined>> = { ...USUAL, ...env };
  for (const name of Object.keys(envDefinition)) vi.stubEnv(name, values[name]);
  const t = convexTest({ schema, modules, transactionLimits: true });
  onTestFinished(async () => {
    await cancelScheduled(t);
    vi.unstubAllEnvs();
  });
  migrations.register(t);
  rateLimiter.register(t);
  return t;
}

/**
 * A test of much data, of what it costs, or of many cases, for which one engine is enough: the host. Files of nothing else
 * have `.large` in their names.
 */
export function large(name: string, test: () => Promise<void>): void {
  if (inject("engine") !== "convex-test") it(name, test);
}

/** Without tests and their helpers, which have a dot in their names. */
const OF_TESTS = /\/[^/]+\.[^/]+\.[jt]s$/;

/** How many rows a test of scale makes: `usual`, unless ROWS asks for more. */
export function rowsOr(usual: number): number {
  return Number(process.env.ROWS ?? usual);
}

/**
 * convex-test loads a module when a function of it is first called. What a test has left running may do so when its file
 * has ended: that load fails, and the module stays broken for every file that this process still runs. So all of
 * them are there before the first test.
 */
async function loadModules(): Promise<void> {
  if (inject("engine") !== "convex-test") return;
  const app = convexTest({ schema, modules });
  const components = vi.spyOn(app, "registerComponent");
  migrations.register(app);
  rateLimiter.register(app);
  const all = [modules, ...components.mock.calls.map(([, , loaders]) => loaders)].flatMap(Object.entries);
  await Promise.all(all.filter(([path]) => !OF_TESTS.test(path)).map(([, load]) => load()));
}

await loadModules();

/** More than any test leaves behind. */
const MAX_SCHEDULED = 4_096;

/**
 * convex-test's timers outlive their test: what was still scheduled would run in the next one, with that one's settings
 * and against its provider. The host ends with its test.
 */
async function cancelScheduled(t: { run: ReturnType<typeof convexTest>["run"] }): Promise<void> {
  if (inject("engine") !== "convex-test") return;
  await t.run(async (ctx) => {
    const scheduled = await ctx.db.system.query("_scheduled_functions").order("desc").take(MAX_SCHEDULED);
    for (const { _id, state } of scheduled) if (state.kind === "pending") await ctx.scheduler.cancel(_id);
  });
}

declare module "vitest" {
  interface ProvidedContext {
    engine: "convex-test" | "host";
  }
}

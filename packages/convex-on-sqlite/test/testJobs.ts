/** Jobs on a real engine for tests: functions to schedule, a gate at which actions wait, and a crash. */
import { actionGeneric, internalMutationGeneric, makeFunctionReference, queryGeneric } from "convex/server";
import { v } from "convex/values";
import { expect, vi } from "vitest";
import { createEngine, type Engine } from "../src/engine/engine";
import { internalCall } from "../src/engine/internalCall";
import { temporaryFolder, testApp, valueOf } from "./testApp";
import { createLogger, type LogFields } from "../src/log";
import { WAIT_OPTIONS } from "./waitOptions";
import { queryOnce } from "./queryOnce";
import type { ConvexJson, CronDefinition, LoadedApp } from "../src/types";
import { startJobs, type Jobs } from "../src/jobs/scheduler";

export const DAY_MS = 86_400_000;

const log = createLogger({ json: true, write: () => undefined });
const options = internalCall("test");

export interface JobDocument {
  _id: string;
  name: string;
  args: unknown[];
  state: { kind: string; error?: string };
  completedTime?: number;
}

/** A gate at which calls wait, with the number that arrived. */
export function newGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { arrived: 0, opened, open: () => open() };
}

export function cron(functionName: string, schedule: CronDefinition["schedule"]): CronDefinition {
  return { componentPath: "", identifier: "the cron", functionName, args: [{}], schedule };
}

const note = makeFunctionReference<"mutation">("app:note");

/** Functions to schedule. Their actions wait at the test's current gate. */
function functionsOf(test: TestJobs) {
  return {
    note: internalMutationGeneric({
      args: { text: v.string() },
      handler: async (ctx, { text }) => void (await ctx.db.insert("notes", { text })),
    }),
    quiet: internalMutationGeneric({ args: {}, handler: () => null }),
    fail: internalMutationGeneric({
      args: {},
      handler: async (ctx) => {
        await ctx.db.insert("notes", { text: "of a failure" });
        throw new Error("boom");
      },
    }),
    wait: actionGeneric({
      args: {},
      handler: async (ctx) => {
        await test.waitAtGate();
        await ctx.runMutation(note, { text: "waited" });
      },
    }),
    failAction: actionGeneric({
      args: {},
      handler: () => {
        throw new Error("bang");
      },
    }),
    waitAndSchedule: actionGeneric({
      args: {},
      handler: async (ctx) => {
        await test.waitAtGate();
        await ctx.scheduler.runAfter(0, note, { text: "of an action" });
        await ctx.runMutation(makeFunctionReference<"mutation">("app:scheduleAll"), {
          texts: ["of its call"],
        });
      },
    }),
    schedule: internalMutationGeneric({
      args: { name: v.string(), args: v.any(), delayMs: v.number() },
      handler: async (ctx, { name, args, delayMs }) =>
        ctx.scheduler.runAfter(delayMs, makeFunctionReference<"action">(name), args as Record<string, never>),
    }),
    scheduleAll: internalMutationGeneric({
      args: { texts: v.array(v.string()) },
      handler: async (ctx, { texts }) => {
        for (const text of texts) await ctx.scheduler.runAfter(0, note, { text });
      },
    }),
    cancel: internalMutationGeneric({
      args: { id: v.id("_scheduled_functions") },
      handler: async (ctx, { id }) => ctx.scheduler.cancel(id),
    }),
    jobs: queryGeneric({ args: {}, handler: (ctx) => ctx.db.system.query("_scheduled_functions").collect() }),
    notes: queryGeneric({
      args: {},
      handler: async (ctx) => (await ctx.db.query("notes").collect()).map((row) => String(row["text"])),
    }),
  };
}

type FunctionName = keyof ReturnType<typeof functionsOf>;

export class TestJobs {
  gate = newGate();
  engine!: Engine;
  jobs: Jobs | null = null;
  /** The fields of logged warnings. */
  readonly warnings: (LogFields | undefined)[] = [];
  /** How late each job began, in milliseconds. */
  readonly lagsMs: number[] = [];
  private readonly functions = functionsOf(this);
  private readonly directory = temporaryFolder();

  async waitAtGate(): Promise<void> {
    const { gate } = this;
    gate.arrived += 1;
    await gate.opened;
  }

  /** Opens the database with all functions, or those with the given names. */
  async open(crons: readonly CronDefinition[] = [], names?: readonly FunctionName[]): Promise<void> {
    const kept = names === undefined ? this.functions : pick(this.functions, names);
    const app = withCrons(testApp({ "": { modules: { app: kept }, tables: ["notes"] } }), crons);
    this.engine = await createEngine({ app, dataDir: this.directory.path, synchronous: "NORMAL", log });
  }

  async start(now?: () => number, deleteEnded = true): Promise<void> {
    const { engine } = this;
    const warn = (_: string, fields?: LogFields): void => void this.warnings.push(fields);
    this.jobs = await startJobs({
      engine,
      log: { ...log, warn },
      deleteEnded,
      onStart: (lagMs) => this.lagsMs.push(lagMs),
      ...(now === undefined ? {} : { now }),
    });
  }

  /** Ends the loop without waiting for running jobs, like a crash, and closes the database. */
  async crash(): Promise<void> {
    await this.jobs?.stop(0);
    this.jobs = null;
    await this.engine.close();
  }

  /** Opens the gate and ends everything. */
  async end(): Promise<void> {
    this.gate.open();
    await this.jobs?.stop();
    await this.engine.close();
    this.directory.remove();
  }

  async mutate(name: string, args: ConvexJson): Promise<unknown> {
    return valueOf(await this.engine.mutation({ componentPath: "", name }, args, options));
  }

  async schedule(name: string, args: ConvexJson = {}, delayMs = 0): Promise<string> {
    return String(await this.mutate("app:schedule", { name, args, delayMs }));
  }

  async ask(name: string): Promise<unknown> {
    return valueOf(await queryOnce(this.engine, { componentPath: "", name }, {}, options));
  }

  async notes(): Promise<string[]> {
    return (await this.ask("app:notes")) as string[];
  }

  async all(): Promise<JobDocument[]> {
    return (await this.ask("app:jobs")) as JobDocument[];
  }

  async jobOf(id: string): Promise<JobDocument | undefined> {
    return (await this.all()).find((job) => job._id === id);
  }

  async ended(id: string): Promise<JobDocument> {
    return vi.waitFor(async () => {
      const job = await this.jobOf(id);
      expect(job?.completedTime).toBeDefined();
      return job as JobDocument;
    }, WAIT_OPTIONS);
  }

  /** Starts the jobs with an action that is cancelled while it waits at the gate. */
  async cancelWhileWaiting(name: string): Promise<string> {
    await this.open();
    await this.start();
    const id = await this.schedule(name);
    await vi.waitFor(() => expect(this.gate.arrived).toBe(1), WAIT_OPTIONS);
    await this.mutate("app:cancel", { id });
    return id;
  }

  /** Makes the engine's next mutation wait at a gate. */
  holdNextMutation() {
    const held = newGate();
    const mutation = this.engine.mutation.bind(this.engine);
    const ran = vi.spyOn(this.engine, "mutation").mockImplementationOnce(async (...call) => {
      held.arrived += 1;
      await held.opened;
      return mutation(...call);
    });
    return { held, ran };
  }
}

function withCrons(app: LoadedApp, crons: readonly CronDefinition[]): LoadedApp {
  const components = [...app.components].map(([path, component]) => [path, { ...component, crons }] as const);
  return { ...app, components: new Map(components) };
}

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
}

/** Runs functions with unhandled rejections in a process that ends on uncaught errors. Prints its log and the results. */
import { actionGeneric as action, mutationGeneric as mutation } from "convex/server";
import type { GenericId } from "convex/values";
import { setImmediate as nextTurn } from "node:timers/promises";
import { hostGlobals } from "../../src/engine/guards";
import { handleUncaughtErrors } from "../../src/engine/uncaughtErrors";
import { createLogger } from "../../src/log";
import { openTestEngine, temporaryFolder, testApp } from "../testApp";

/** Functions that appeared in the log. */
const logged = new Set<string>();

/** As a bundle has it. */
const { setTimeout, queueMicrotask } = hostGlobals;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await nextTurn();
}

const app = {
  reads: mutation((ctx) => {
    void ctx.db.get("nonsense" as GenericId<"rows">);
    return Promise.resolve("read");
  }),
  writesLate: mutation((ctx) => {
    void nextTurn().then(() => ctx.db.insert("rows", {}));
    return Promise.resolve("wrote");
  }),
  stillRuns: mutation(async () => {
    void Promise.reject(new Error("unhandled"));
    await until(() => logged.has("app:stillRuns"));
  }),
  hangs: action(() => {
    setTimeout(() => {
      throw new Error("late");
    }, 1);
    return new Promise(() => undefined);
  }),
  throwsInTimer: action(() => {
    setTimeout(() => {
      throw new Error("boom");
    }, 1);
    return Promise.resolve("acted");
  }),
  throwsInMicrotask: action(() => {
    queueMicrotask(() => {
      throw new Error("small");
    });
    return new Promise(() => undefined);
  }),
  throwsInListener: action(() => {
    const controller = new AbortController();
    controller.signal.addEventListener("abort", () => {
      throw new Error("heard");
    });
    controller.abort();
    return new Promise(() => undefined);
  }),
};

handleUncaughtErrors(
  createLogger({
    json: true,
    write: (line) => {
      logged.add(String((JSON.parse(line) as { function?: string }).function));
      process.stdout.write(line);
    },
  }),
);
const folder = temporaryFolder();
const host = await openTestEngine(testApp({ "": { modules: { app }, tables: ["rows"] } }), folder.path);
const answers: unknown[] = [];
for (const name of ["reads", "writesLate", "stillRuns"]) {
  answers.push(await host.mutation(`app:${name}`).catch((error: Error) => error.message));
}
for (const name of ["hangs", "throwsInMicrotask", "throwsInListener"])
  answers.push(await host.action(`app:${name}`).catch((error: Error) => error.message));
answers.push(await host.action("app:throwsInTimer"));
await until(() => logged.size === 7);
await host.close();
folder.remove();
console.log(JSON.stringify({ answers }));

/** How the host brings data of an earlier version up to this one: with the app's own migrations, batch by batch. */
import { DATA_FORMAT } from "../../convex/migrations/format";
import { callFunction, FunctionFailed, StoreError, type Upgrade } from "convex-on-sqlite";
import { version } from "../../package.json";

/** Milliseconds between two lines about the progress. */
const PROGRESS_MS = 1_000;

export const upgrade: Upgrade = {
  build: { version, dataFormat: DATA_FORMAT },
  migrate: async (engine, log, from) => {
    let [current, toldAt] = ["", 0];
    for (;;) {
      const step = await callFunction(engine, "mutation", "migrations/functions:step", { from }).catch(
        explain,
      );
      const progress = step as { migration: string; rows: number } | null;
      if (progress === null) return;
      if (progress.migration === current && performance.now() - toldAt < PROGRESS_MS) continue;
      [current, toldAt] = [progress.migration, performance.now()];
      log.info("upgrading", progress);
    }
  },
};

function explain(thrown: unknown): never {
  if (!(thrown instanceof FunctionFailed)) throw thrown;
  throw new StoreError(`The data can't be upgraded. ${thrown.message}`, "UPGRADE");
}

/** How the host brings data of an earlier version up to this one: with the app's own migrations, batch by batch. */
import { randomUUID } from "node:crypto";
import { DATA_FORMAT } from "../../convex/migrations/format";
import { withoutRequestId } from "../../host/engine/errors";
import { internalCall } from "../../host/engine/internalCall";
import { StoreError } from "../../host/store/sqlite";
import type { Upgrade } from "../../host/upgrade";
import { version } from "../../package.json";

/** Milliseconds between two lines about the progress. */
const PROGRESS_MS = 1_000;

export const upgrade: Upgrade = {
  build: { version, dataFormat: DATA_FORMAT },
  migrate: async (engine, log) => {
    const address = { componentPath: "", name: "migrations/functions:step" };
    let [current, toldAt] = ["", 0];
    for (;;) {
      const outcome = await engine.mutation(address, {}, internalCall(randomUUID()));
      if (!outcome.ok)
        throw new StoreError(`The data can't be upgraded. ${withoutRequestId(outcome.error)}`, "UPGRADE");
      const progress = JSON.parse(outcome.value) as { migration: string; rows: number } | null;
      if (progress === null) return;
      if (progress.migration === current && performance.now() - toldAt < PROGRESS_MS) continue;
      [current, toldAt] = [progress.migration, performance.now()];
      log.info("upgrading", progress);
    }
  },
};

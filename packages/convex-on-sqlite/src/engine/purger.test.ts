import { expect, it } from "vitest";
import { until } from "../../../../test/support/until";
import { watchPurges } from "./purger";

const QUIET = { info: () => undefined, warn: () => undefined };
const OPTIONS = { table: "asked", done: "purges:done" };

/** A fake engine. `asks`: the app has requested a purge. `purges`: the results of the next purges. */
function engineOf({
  asks,
  purges = [] as (boolean | Error)[],
}: {
  asks: boolean;
  purges?: (boolean | Error)[];
}) {
  const seen = { asks, purged: 0, told: 0, announce: (): void => undefined };
  const engine: Parameters<typeof watchPurges>[0] = {
    hasRow: () => Promise.resolve(seen.asks),
    isRowOf: () => true,
    purge: () => {
      seen.purged += 1;
      const next = purges.shift() ?? true;
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    },
    mutation: () => {
      seen.told += 1;
      seen.asks = false;
      return Promise.resolve({ ok: true, value: "null", logLines: [], ts: 0n });
    },
    onCommit: (listener) => {
      seen.announce = () =>
        listener({ ts: 0n, writes: { keys: [], ids: new Set(), searchIndexes: new Set() } });
      return () => undefined;
    },
  };
  return { seen, engine };
}

it("the purger purges what an earlier run left, then only on a new request", async () => {
  const { seen, engine } = engineOf({ asks: true });
  const stop = watchPurges(engine, OPTIONS, QUIET, 1);
  await until("the first purge", () => seen.told === 1);
  seen.announce();
  seen.asks = true;
  seen.announce();
  await until("the second purge", () => seen.told === 2);
  expect(seen.purged).toBe(2);
  await stop();
});

it("a purge is tried again while a reader needs the log", async () => {
  const { seen, engine } = engineOf({ asks: true, purges: [false] });
  const stop = watchPurges(engine, OPTIONS, QUIET, 1);
  await until("a purge that succeeds", () => seen.told === 1);
  expect(seen.purged).toBe(2);
  await stop();
});

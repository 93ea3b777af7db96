/** A week without events, with all scheduled work. */
import { expect, it, vi } from "vitest";
import { modelServer, newModel } from "../../test/support/model";
import { setup } from "../../test/functions/setup";
import { feed } from "../../test/functions/ticks";
import { internal } from "../_generated/api";

const HOUR = 3_600_000;
/** The test takes ten seconds on an idle machine. */
const PATIENCE_MS = 300_000;
/** One tick an hour is enough, because these ticks differ only in time. All of the schedule's would take minutes. */
const TICKS_A_DAY = 24;

it(
  "a week without events calls no model",
  async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 2, 25, 8) });
    try {
      const provider = await modelServer();
      await provider.set([{ kind: "fills", value: { basedOn: [] } }]);
      const t = setup({
        ...{ LLM_API_KEY: "any", LLM_BASE_URL: provider.baseUrl, LLM_MODEL: newModel() },
        ...{ AUTONOMY: "on", AGENT_TIMEZONE: "Europe/Berlin" },
      });
      const settled = () => t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
      const days = async (count: number) => {
        for (let i = 0; i < count * TICKS_A_DAY; i += 1) {
          vi.setSystemTime(Date.now() + HOUR);
          await t.mutation(internal.service.functions.upkeep, {});
          await t.action(internal.tick.run.runScheduled, { trigger: "schedule" });
          await t.action(internal.consolidation.run.runScheduled, {});
          await settled();
        }
      };
      for (const boat of ["Gannet", "Heron", "Egret", "Plover", "Tern", "Dunlin"])
        await feed(t, `The ${boat} sailed from Kiel to Turku with a load of rye.`);
      await days(1);
      expect(await provider.calls({ route: "chat" })).not.toEqual([]);
      await provider.forgetCalls();

      await days(7);
      expect(await provider.calls({ route: "chat" })).toEqual([]);
      const ticks = await t.run((ctx) =>
        ctx.db
          .query("ticks")
          .order("desc")
          .take(7 * TICKS_A_DAY),
      );
      expect(new Set(ticks.map(({ outcome, author }) => `${outcome} by ${author}`))).toEqual(
        new Set(["succeeded by reflex"]),
      );
    } finally {
      vi.useRealTimers();
    }
  },
  PATIENCE_MS,
);

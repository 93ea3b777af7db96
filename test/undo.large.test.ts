/** An undo of many transactions that is killed in the middle goes on after the restart; nothing stays half undone. */
import { expect, test } from "vitest";
import * as z from "zod";
import { watchDatabase } from "./support/database";
import { startService } from "./support/service";
import { until } from "./support/until";

/** Fifteen transactions of the undo. */
const MEMORIES = 240;
const AT_ONCE = 20;
const PLACES = "pier ferry crane bridge island market harbour dock tower".split(" ");

const change = z.looseObject({ _id: z.string(), undone: z.looseObject({ at: z.number() }).optional() });
const page = z.object({ changes: z.array(change), total: z.number(), hasMore: z.boolean() });

test("ungroups all memories, though the service is killed amid it", { timeout: 240_000 }, async () => {
  const service = await startService();
  const { write: token, tick } = service.tokens;
  const store = (number: number) => {
    const place = PLACES[number % PLACES.length];
    const content = `The ${place} was painted by crew ${number % 7} on day ${number}.`;
    return service.post("/memories/store", { type: "semantic", content }, { token });
  };
  for (let from = 0; from < MEMORIES; from += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => store(from + i)));
  await service.post("/memories/consolidate", {}, { token: tick });
  const changes = async () => (await service.get("/changes?kind=consolidation")).as(page).changes;
  const [grouped] = await changes();
  const database = watchDatabase(service.dataDir);
  expect(database.count("clusterMembers")).toBe(MEMORIES);
  expect(database.count("coreMemories")).toBeGreaterThan(0);

  const cutOff = service.post(`/changes/${grouped?._id}/undo`, {}, { token: tick }).catch(() => null);
  await until("the first transactions of the undo", () => database.count("clusterMembers") < MEMORIES);
  await service.kill();
  await cutOff;
  expect(database.count("clusterMembers")).toBeGreaterThan(0);
  await service.restart();
  // Nobody asks again: what was begun is finished.
  await until("the end of the undo", async () => (await changes())[0]?.undone !== undefined);
  for (const table of ["clusterMembers", "clusters", "coreMemories", "clusterMoves", "themesBefore"])
    expect([table, database.count(table)]).toEqual([table, 0]);

  // A later call gives the first answer.
  const again = await service.post(`/changes/${grouped?._id}/undo`, {}, { token: tick });
  expect(again.as(z.looseObject({ change })).change).toEqual((await changes())[0]);
  database.close();
});

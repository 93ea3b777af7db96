/** An erasure that is killed in the middle goes on after the restart, and leaves nothing. */
import { expect, test } from "vitest";
import * as z from "zod";
import { watchDatabase } from "./support/database";
import { send } from "./support/request";
import { startService } from "./support/service";
import { until } from "./support/until";

const TEXT = "zorblatquixmar sails to the island at nine";
/** More merged wordings than one transaction deletes. */
const WORDINGS = 300;
const AT_ONCE = 20;

/** The text with letters in upper case where the number has bits: equal once normalised. */
function wording(number: number): string {
  return [...TEXT].map((letter, i) => ((number >> i) & 1 && i < 12 ? letter.toUpperCase() : letter)).join("");
}

test("erases all of a memory, though the service is killed amid it", { timeout: 240_000 }, async () => {
  const service = await startService();
  const token = service.tokens.write;
  const store = async (content: string) =>
    (await service.post("/memories/store-dedup", { type: "semantic", content }, { token })).as(
      z.looseObject({ memoryId: z.string() }),
    );
  const { memoryId } = await store(TEXT);
  for (let from = 1; from <= WORDINGS; from += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => store(wording(from + i))));
  const path = `/memories/${memoryId}`;
  const database = watchDatabase(service.dataDir);
  const stored = database.count("merges");
  expect(stored).toBeGreaterThanOrEqual(WORDINGS);

  const cutOff = send("DELETE", `${service.url}${path}`, undefined, { token }).catch(() => null);
  await until("the first transaction of the erasure", () => database.count("merges") < stored);
  await service.kill();
  await cutOff;
  await service.restart();
  // Nobody asks again: what was begun is finished.
  await until("the end of the erasure", async () => (await service.get(path)).status === 404);
  const left = await database.settled();
  database.close();
  expect([...left].filter(([, json]) => /zorblat/i.test(json))).toEqual([]);
  expect((await service.get("/memories")).as(z.looseObject({ total: z.number() })).total).toBe(0);
});

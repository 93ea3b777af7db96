/** Erasures that are killed in the middle go on after the restart, and leave nothing, in the tables and on disk. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { DATABASE_FILE } from "convex-on-sqlite";
import { watchDatabase } from "./support/database";
import { send } from "./support/request";
import { startService, type Service } from "./support/service";
import { until } from "./support/until";

let service: Service;
beforeEach(async () => {
  service = await startService();
});

/** Sends many requests, some at a time. */
async function each(many: number, work: (i: number) => Promise<unknown>): Promise<void> {
  const AT_ONCE = 20;
  for (let from = 0; from < many; from += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, many - from) }, (_, i) => work(from + i)));
}

const filesWith = (text: string): string[] =>
  [DATABASE_FILE, `${DATABASE_FILE}-wal`].filter((name) =>
    readFileSync(join(service.dataDir, name)).toString("latin1").toLowerCase().includes(text),
  );

const total = async () =>
  (await service.get("/memories?limit=1")).as(z.looseObject({ total: z.number() })).total;

test(
  "DELETE erases all of a memory, though the service is killed amid it",
  { timeout: 240_000 },
  async () => {
    const TEXT = "zorblatquixmar sails to the island at nine";
    /** More merged wordings than one transaction deletes. */
    const WORDINGS = 300;
    /** The text with letters in upper case where the number has bits: equal once normalised. */
    const wording = (number: number): string =>
      [...TEXT].map((letter, i) => ((number >> i) & 1 && i < 12 ? letter.toUpperCase() : letter)).join("");
    const token = service.tokens.write;
    const store = async (content: string) =>
      (await service.post("/memories/store-dedup", { type: "semantic", content }, { token })).as(
        z.looseObject({ memoryId: z.string() }),
      );
    const { memoryId } = await store(TEXT);
    await each(WORDINGS, (i) => store(wording(i + 1)));
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
    expect(await total()).toBe(0);
  },
);

describe("POST /erase", () => {
  const receipt = z.looseObject({
    status: z.string(),
    total: z.number(),
    receipt: z
      .looseObject({
        erased: z.looseObject({ memory: z.number() }),
        probes: z.array(z.looseObject({ foundIn: z.array(z.string()) })),
        storage: z.looseObject({ purgedAt: z.number().optional(), step: z.string() }),
      })
      .optional(),
  });

  test(
    "carries out its plan though the service is killed, and names the step that purges the disk",
    { timeout: 240_000 },
    async () => {
      const MANY = 160;
      const token = service.tokens.write;
      const isSecret = (i: number) => i % 2 === 0;
      await each(MANY, (i) =>
        service.post(
          "/memories/store",
          {
            type: "semantic",
            content: `${isSecret(i) ? "Vexnorplu" : "Harbour"} number ${i} is at the pier.`,
          },
          { token },
        ),
      );
      const { planId, total: planned } = (await service.post("/erase", { text: "vexnorplu" }, { token })).as(
        z.looseObject({ planId: z.string(), total: z.number() }),
      );
      expect(planned).toBe(MANY / 2);
      const database = watchDatabase(service.dataDir);
      const cutOff = send("POST", `${service.url}/erase`, { planId }, { token }).catch(() => null);
      await until("the first transaction of the erasure", () => database.count("memories") < MANY);
      await service.kill();
      await cutOff;
      const [{ status } = { status: "" }] = database.read("erasures", z.looseObject({ status: z.string() }));
      expect(["erasing", "probing"]).toContain(status);
      database.close();
      await service.restart();
      const read = async () => (await service.get(`/erasures/${planId}`)).as(receipt);
      // A purge waits twenty times as long as the one before took.
      await until("the purge", async () => (await read()).receipt?.storage.purgedAt !== undefined, {
        deadlineMs: 150_000,
      });
      const done = await read();
      expect(done).toMatchObject({ status: "done", receipt: { erased: { memory: MANY / 2 } } });
      expect(done.receipt?.probes.map(({ foundIn }) => foundIn)).toEqual(Array.from({ length: 8 }, () => []));
      expect(done.receipt?.storage.step).toContain("vacuumed");
      expect(await total()).toBe(MANY / 2);
      expect(filesWith("harbour")).toContain(DATABASE_FILE);
      expect(filesWith("vexnorplu")).toEqual([]);
      // Stems and prefixes in the text index.
      expect(filesWith("vexnor")).toEqual([]);
    },
  );
});

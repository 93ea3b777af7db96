/** Erasing a memory with what depends on it: what ticks wrote over it goes, through every kind of row; the rest stays. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { DATABASE_FILE } from "convex-on-sqlite";
import { watchDatabase } from "./support/database";
import { exportPages } from "./support/exportPages";
import { modelServer } from "./support/model";
import type { ModelServer } from "./support/model-server";
import { send } from "./support/request";
import { startService, type Service } from "./support/service";
import { messagesOf, startAgent } from "./support/tickHelpers";
import { until } from "./support/until";

const FACT = "My dentist is Dr. Okafor.";
const NAME = "okafor";

const stored = z.object({ memoryId: z.string() });
const noted = z.object({ noteId: z.string(), reply: z.string().optional() });
const erased = z.object({ derived: z.array(z.object({ kind: z.string(), _id: z.string() })) });
const receipt = z.object({ replies: z.array(z.object({ noteId: z.string() })), shown: z.looseObject({}) });
const withIds = z.array(z.looseObject({ _id: z.string() }));
const texts = { logs: withIds, artifacts: withIds, notes: withIds, reminders: withIds, ticks: withIds };
const page = z.looseObject({ ...z.object(texts).partial().shape, memories: withIds.optional() });

let model: ModelServer;
beforeAll(async () => {
  model = await modelServer();
});
beforeEach(() => model.reset());

const PLACES = [
  ..."/state /logs /artifacts /ticks /reminders /changes /consciousness/thoughts".split(" "),
  ..."/notes /events /memories /memories/core".split(" ").map((path) => `${path}?scope=*`),
];

/** The places, of those that callers read, that hold the name. */
async function placesWith(service: Service, name: string): Promise<string[]> {
  const holding: string[] = [];
  for (const path of PLACES) {
    const { status, text } = await service.get(path);
    expect([path, status]).toEqual([path, 200]);
    if (text.toLowerCase().includes(name)) holding.push(path);
  }
  const { ticks = [] } = (await service.get("/ticks?limit=100")).as(page);
  for (const { _id } of ticks)
    if ((await service.get(`/ticks/${_id}`)).text.toLowerCase().includes(name)) holding.push("a receipt");
  if ((await exportPages(service)).join("").toLowerCase().includes(name)) holding.push("/export");
  return holding;
}

/** Waits until the storage is purged, and returns the files that hold the name. */
async function filesWith(service: Service, name: string): Promise<string[]> {
  const database = watchDatabase(service.dataDir);
  await until("the purge", () => database.count("purgeDue") === 0);
  database.close();
  return [DATABASE_FILE, `${DATABASE_FILE}-wal`].filter((file) =>
    readFileSync(join(service.dataDir, file)).toString("latin1").toLowerCase().includes(name),
  );
}

const store = async (service: Service, content: string) =>
  (await service.post("/memories/store", { type: "semantic", content }, { token: service.tokens.write })).as(
    stored,
  ).memoryId;

/** A note from Ada, and its reply. */
async function ask(service: Service, note: string) {
  const body = { note, from: "Ada", scope: "ada", triggerTick: true, wait: 30 };
  const answer = (await service.post("/wake", body, { token: service.tokens.write })).as(noted);
  expect(answer.reply).toBeDefined();
  return answer;
}

const said = (summary: string, reply: string, more: object = {}) => ({
  ...{ summary, detail: `${summary} I answered.`, remark: null, artifacts: [], reminders: [] },
  ...{ memories: [], sentiments: [], pins: [], usedMemories: [], usedPassages: [], basedOn: [1] },
  ...{ replies: [{ note: 1, text: reply }], ...more },
});

const remaining = async (service: Service, path: string, field: keyof typeof texts | "memories") =>
  (await service.get(path)).as(page)[field] ?? [];

test(
  "no text of a tick that was shown the memory is left, nor of one shown these texts, though the service is killed amid it",
  { timeout: 120_000 },
  async () => {
    const service = await startAgent(model);
    const token = service.tokens.write;
    const memoryId = await store(service, FACT);
    const garden = await store(service, "The garden wants water on Sundays.");
    // The first tick is shown the memory, and learns from another event.
    const bridge = "The harbour bridge is closed for repairs.";
    await service.post("/feed", { type: "news", content: bridge, scope: "ada" }, { token });
    const learned = { type: "semantic", importance: 0.7, corrects: [] };
    const first = said("Ada asked for her dentist, Dr. Okafor.", "It is Dr. Okafor.", {
      artifacts: [{ type: "note", content: "Ada sees Dr. Okafor." }],
      memories: [
        { ...learned, content: bridge, basedOn: [2] },
        { ...learned, content: "Ada asked for the dentist Dr. Okafor.", basedOn: [1] },
      ],
      reminders: [{ note: 1, text: "Call Dr. Okafor for Ada.", at: "2031-03-29T14:30" }],
      usedMemories: [1],
    });
    await model.set([{ kind: "fills", value: first }]);
    const asked = await ask(service, "Who is my dentist?");
    expect(asked.reply).toContain("Okafor");
    // The second is shown the log, the artifact and the turn only, and says the name again.
    await model.forgetCalls();
    await model.set([
      { kind: "fills", value: said("Ada thanked for the name Okafor.", "Okafor, any time.") },
    ]);
    const thanked = await ask(service, "Thank you kindly!");
    const [second] = await model.calls({ route: "chat" });
    expect(messagesOf(second, "user")).not.toContain(FACT);
    expect(messagesOf(second, "user")).toContain("It is Dr. Okafor.");
    // The third is shown all that, too, and says nothing of it.
    await model.set([
      { kind: "fills", value: said("Ada wonders about gulls.", "Gulls eat anything at all.") },
    ]);
    const gulls = await ask(service, "What do gulls eat?");
    const [last] = await remaining(service, "/ticks", "ticks");
    expect((await service.get(`/ticks/${last?._id}`)).as(receipt)).toMatchObject({
      replies: [{ noteId: gulls.noteId }],
      shown: {
        logEntries: [expect.any(String), expect.any(String)],
        artifacts: expect.arrayContaining([expect.any(String)]),
        turns: [asked.noteId, thanked.noteId],
        themes: 0,
      },
    });
    await model.set([{ kind: "fills", value: { content: "Teeth matter to Ada, says Okafor.", cites: [1] } }]);
    const reflect = { type: "knowledge", focus: "my dentist Dr. Okafor" };
    const reflected = await service.post("/memories/reflect", reflect, { token: service.tokens.tick });
    expect(reflected.text).toContain("says Okafor");
    expect(await placesWith(service, NAME)).toEqual(
      expect.arrayContaining([
        "/logs",
        "/artifacts",
        "/notes?scope=*",
        "/reminders",
        "/memories?scope=*",
        "/export",
      ]),
    );

    const database = watchDatabase(service.dataDir);
    const path = `${service.url}/memories/${memoryId}?derived=true`;
    const cutOff = send("DELETE", path, undefined, { token }).catch(() => null);
    await until("the first transaction of the erasure", () => database.count("erasures") > 0);
    await service.kill();
    await cutOff;
    const [plan] = database.read("erasures", z.looseObject({ status: z.string() }));
    expect(plan?.status).not.toBe("done");
    database.close();
    await service.restart();
    await until(
      "the end of the erasure",
      async () => (await service.get(`/memories/${memoryId}`)).status === 404,
    );

    expect(await placesWith(service, NAME)).toEqual([]);
    expect(await filesWith(service, NAME)).toEqual([]);
    // What stays: what other events taught, the notes, and what the third tick wrote.
    const contents = (await remaining(service, "/memories?scope=*", "memories")).map(
      ({ content }) => content,
    );
    expect(contents.sort()).toEqual(["The garden wants water on Sundays.", bridge]);
    expect((await service.get(`/memories/${garden}`)).status).toBe(200);
    expect(await remaining(service, "/logs", "logs")).toMatchObject([
      { summary: "Ada wonders about gulls." },
    ]);
    expect(await remaining(service, "/notes?scope=*", "notes")).toMatchObject([
      { _id: gulls.noteId, reply: "Gulls eat anything at all." },
      { _id: thanked.noteId, status: "answered", reply: "[erased]" },
      { _id: asked.noteId, status: "answered", reply: "[erased]" },
    ]);
    expect((await service.get("/state")).as(z.object({ summary: z.string() })).summary).toBe(
      "Ada wonders about gulls.",
    );
    await model.forgetCalls();
    await model.set([{ kind: "fills", value: said("Ada asks again.", "I do not know.") }]);
    await ask(service, "Who is my dentist?");
    const calls = await model.calls({ route: "chat" });
    expect(calls).toHaveLength(1);
    expect(messagesOf(calls[0], "user")).toContain("What do gulls eat?");
    expect(calls[0]?.text.toLowerCase()).not.toContain(NAME);
  },
);

test(
  "without a model no reply, log entry or state quotes an erased memory, and what was learned from a sender goes with the sender",
  { timeout: 120_000 },
  async () => {
    const service = await startService();
    const token = service.tokens.write;
    const memoryId = await store(service, FACT);
    const asked = await ask(service, "Who is my dentist?");
    expect(asked.reply).toContain("Okafor");
    const { derived } = (
      await send("DELETE", `${service.url}/memories/${memoryId}?derived=true`, undefined, { token })
    ).as(erased);
    expect(derived).toContainEqual({ kind: "reply", _id: asked.noteId });
    expect(derived.map(({ kind }) => kind).sort()).toEqual(["log", "reply"]);
    expect(await placesWith(service, NAME)).toEqual([]);

    // Of two notes by Ada one is gone, and Bob's stays.
    const told = await ask(service, "My locker in the harbour is number 4471.");
    await ask(service, "My aunt Brunhilde lives in Turku.");
    const body = { note: "My boat is the Sturmvogel.", from: "Bob", triggerTick: true, wait: 30 };
    await service.post("/wake", body, { token });
    expect((await service.get("/memories?scope=*")).text).toContain("4471");
    await send("DELETE", `${service.url}/notes/${told.noteId}`, undefined, { token });
    const plan = (await service.post("/erase", { from: "Ada", derived: true }, { token })).as(
      z.looseObject({ planId: z.string(), counts: z.looseObject({}) }),
    );
    expect(plan.counts).toMatchObject({ memory: 2, note: 2 });
    expect((await service.post("/erase", { planId: plan.planId }, { token })).status).toBe(200);
    for (const name of ["4471", "brunhilde", "turku"]) {
      expect([name, await placesWith(service, name)]).toEqual([name, []]);
      expect([name, await filesWith(service, name)]).toEqual([name, []]);
    }
    const contents = (await remaining(service, "/memories?scope=*", "memories")).map(
      ({ content }) => content,
    );
    expect(contents).toEqual(["My boat is the Sturmvogel."]);
    expect(await placesWith(service, "sturmvogel")).toEqual(
      expect.arrayContaining(["/logs", "/notes?scope=*"]),
    );
  },
);

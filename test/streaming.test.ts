/** Replies that people read along while a model writes them, in the real service. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { api } from "../convex/_generated/api";
import { watchDatabase } from "./support/database";
import { subscribe } from "./support/live";
import { modelServer, newModel } from "./support/model";
import type { Fault, ModelServer } from "./support/model-server";
import { send } from "./support/request";
import { startService, type Service } from "./support/service";
import { until } from "./support/until";

const woken = z.object({ noteId: z.string() });
const page = z.object({
  notes: z.array(
    z.object({
      _id: z.string(),
      status: z.string(),
      reply: z.string().optional(),
      repliedBy: z.string().optional(),
      tickId: z.string().optional(),
    }),
  ),
});
const ticks = z.object({ ticks: z.array(z.object({ outcome: z.string() })) });
const receipt = z.object({
  outcome: z.string(),
  model: z.object({ calls: z.number(), tokens: z.object({ input: z.number(), output: z.number() }) }),
});

const REPLY =
  'The ferry to the island leaves at nine, says Ada 🛳️: "be there by \\half past eight". It comes back at six in the evening, unless the wind is too strong for it, and then not before the next day at noon. Take a coat.';

let model: ModelServer;
let service: Service;

beforeAll(async () => {
  model = await modelServer();
  service = await startService({
    env: { AUTONOMY: "off", LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl, LLM_MODEL: newModel() },
  });
});
beforeEach(() => model.reset());

const replies = (text: string): Fault => ({
  kind: "fills",
  value: { replies: [{ note: 1, text }], memories: [] },
});

/** Has the model answer the note so, and nothing else: what follows an earlier tick asks it, too. Returns the note's id. */
async function ask(note: string, faults: readonly Fault[]): Promise<string> {
  await model.set(faults.map((fault) => ({ ...fault, containing: note })));
  const body = { note, triggerTick: true };
  return (await service.post("/wake", body, { token: service.tokens.write })).as(woken).noteId;
}

/** The note, once it is answered. */
async function answered(noteId: string) {
  return await until("the reply", async () => {
    const { notes } = (await service.get("/notes?limit=100")).as(page);
    return notes.find(({ _id, status }) => _id === noteId && status === "answered");
  });
}

/** What a reader sees: each text of the reply that is being written, "" where it was taken back, and null once there is none. */
async function reading() {
  const live = subscribe(service.url, api.notes.partialReplies, {});
  await until("the first result", () => live.results.length > 0);
  const texts = () => live.results.map(([reply]) => (reply === undefined ? null : (reply.text ?? "")));
  return {
    texts,
    isAt: (text: string | null) =>
      until(`the reader at ${text}`, () => {
        const now = texts().at(-1) ?? null;
        return text === null || text === "" ? now === text : now?.startsWith(text);
      }),
    close: () => live.close(),
  };
}

test("grow to a beginning of the reply that stands, which replaces them", async () => {
  const reader = await reading();
  const slowly: Fault = { kind: "pace", units: 6, ms: 1, holdAfter: ["half past", "Take a coat"] };
  const noteId = await ask("When does the ferry leave?", [slowly, replies(REPLY)]);
  await reader.isAt("The ferry to");
  await model.resume();
  await reader.isAt("The ferry to the island leaves at nine, says Ada 🛳️:");
  await model.resume();
  const note = await answered(noteId);
  expect(note).toMatchObject({ reply: REPLY, repliedBy: "model" });
  await reader.isAt(null);
  await reader.close();
  const grown = reader.texts().filter((text) => text !== null);
  expect(grown.length).toBeGreaterThan(1);
  for (const [i, text] of grown.entries()) {
    expect(REPLY.startsWith(text)).toBe(true);
    expect(text.length).toBeGreaterThan(grown[i - 1]?.length ?? 0);
  }
  const { outcome, model: asked } = (await service.get(`/ticks/${note.tickId}`)).as(receipt);
  expect({ outcome, calls: asked.calls }).toEqual({ outcome: "succeeded", calls: 1 });
  expect(asked.tokens.output).toBeGreaterThan(20);
});

test("are taken back where the answer is repaired, and the repaired one stands", async () => {
  const reader = await reading();
  const unusable: Fault = {
    ...{ kind: "fills", times: 1 },
    value: { replies: [{ note: 1, text: REPLY }], mood: "furious", memories: [] },
  };
  const slowly: Fault = { kind: "pace", units: 5, ms: 2, holdAfter: ["Take a coat"], times: 1 };
  const noteId = await ask("And when today?", [slowly, unusable]);
  await reader.isAt("The ferry");
  await model.hold();
  await model.resume();
  await reader.isAt("");
  await model.release();
  expect(await answered(noteId)).toMatchObject({ repliedBy: "model" });
  await reader.isAt(null);
  await reader.close();
});

test("go with a note that is erased meanwhile, and don't come back", async () => {
  const reader = await reading();
  const slowly: Fault = { kind: "pace", units: 3, ms: 2, holdAfter: ["half past"] };
  const noteId = await ask("When does my ferry leave?", [slowly, replies(REPLY)]);
  await reader.isAt("The ferry");
  const seen = reader.texts().length;
  await send("DELETE", `${service.url}/notes/${noteId}`, undefined, { token: service.tokens.write });
  await reader.isAt(null);
  await model.resume();
  await until("the end of the tick", async () => {
    const [tick] = (await service.get("/ticks?limit=1")).as(ticks).ticks;
    return tick?.outcome === "succeeded";
  });
  await reader.close();
  expect(reader.texts().slice(seen)).toEqual([null]);
});

test("of a killed service are gone after its restart, and the note is answered", async () => {
  const reader = await reading();
  const slowly: Fault = { kind: "pace", units: 3, ms: 2, holdAfter: ["half past"] };
  const noteId = await ask("Does the ferry leave at all?", [slowly, replies(REPLY)]);
  await reader.isAt("The ferry");
  await service.kill();
  await reader.close();
  const database = watchDatabase(service.dataDir);
  expect(database.count("partialReplies")).toBe(1);
  await model.reset();
  await model.set([replies("It does.")]);
  await service.restart();
  expect(database.count("partialReplies")).toBe(0);
  database.close();
  await service.post("/tick", undefined, { token: service.tokens.tick });
  expect(await answered(noteId)).toMatchObject({ reply: "It does." });
});

test("are none where the provider refuses to stream, and the reply comes all the same", async () => {
  const refuses: Fault = { kind: "refuse-field", field: "stream", message: "stream is unsupported" };
  const reader = await reading();
  const note = await answered(await ask("When, once more?", [refuses, replies(REPLY)]));
  await reader.close();
  expect(reader.texts()).toEqual([null]);
  expect(note).toMatchObject({ reply: REPLY, repliedBy: "model" });
  expect((await service.get("/health")).json).toMatchObject({ checks: { tick: "ok", model: "ok" } });
});

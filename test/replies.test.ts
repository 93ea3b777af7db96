/** Notes and their replies in the real service: waited for, in the note's language, and never lost by a kill. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { modelServer } from "./support/model";
import type { ModelServer } from "./support/model-server";
import { startService, type Service } from "./support/service";
import { until } from "./support/until";

const woken = z.object({ noteId: z.string(), tickTriggered: z.boolean(), reply: z.string().optional() });
const page = z.object({
  notes: z.array(
    z.object({
      _id: z.string(),
      note: z.string(),
      status: z.enum(["pending", "answered"]),
      reply: z.string().optional(),
      repliedBy: z.enum(["model", "reflex"]).optional(),
    }),
  ),
  total: z.number(),
});

const counted = z.object({ total: z.number() });

const reminders = z.object({
  reminders: z.array(z.object({ text: z.string(), from: z.string().optional(), setBy: z.string() })),
});

let model: ModelServer;

beforeAll(async () => {
  model = await modelServer();
});
beforeEach(() => model.reset());

const wake = async (service: Service, body: object) =>
  (await service.post("/wake", body, { token: service.tokens.write })).as(woken);
const notes = async (service: Service, query = "") => (await service.get(`/notes${query}`)).as(page);

const thinking = () =>
  startService({ env: { AUTONOMY: "off", LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl } });

test("a caller that waits gets the model's reply, which the list then shows", async () => {
  const reply = "Die Fähre fährt um neun.";
  await model.set([{ kind: "fills", value: { replies: [{ note: 1, text: reply }], memories: [] } }]);
  const service = await thinking();
  const answer = await wake(service, {
    note: "Wann fährt die Fähre?",
    from: "Ada",
    triggerTick: true,
    wait: 30,
  });
  expect(answer).toMatchObject({ tickTriggered: true, reply });
  expect(await notes(service, "?from=Ada")).toMatchObject({
    notes: [{ _id: answer.noteId, status: "answered", reply, repliedBy: "model" }],
    total: 1,
  });
});

test("without a model the reply quotes what memory holds and says that no model is configured", async () => {
  const service = await startService({ env: { AUTONOMY: "off" } });
  const memory = { type: "semantic", content: "The ferry to the island leaves at nine." };
  await service.post("/memories/store", memory, { token: service.tokens.write });
  const note = "When does the ferry to the island leave?";
  const { reply } = await wake(service, { note, triggerTick: true, wait: 30 });
  expect(reply).toContain(memory.content);

  // Two people, whom the same service keeps apart.
  for (const [scope, hour] of [
    ["ana", "ten"],
    ["bo", "eleven"],
  ] as const) {
    const content = `For ${scope}'s party, the ferry to the island leaves at ${hour}.`;
    const item = { scope, title: "Party", content, metadata: { hour } };
    await service.post("/knowledge", item, { token: service.tokens.write });
    await service.post(
      "/memories/store",
      { ...memory, ...{ scope, content } },
      { token: service.tokens.write },
    );
  }
  const ana = await wake(service, { scope: "ana", note, triggerTick: true, wait: 30 });
  expect(ana.reply).toContain("ten");
  expect(ana.reply).not.toContain("eleven");
  expect((await service.get("/notes?scope=ana")).as(page)).toMatchObject({ total: 1 });
  expect(await notes(service)).toMatchObject({ total: 1 });
  expect((await service.get("/knowledge?scope=*&metadata.hour=ten")).as(counted).total).toBe(1);

  expect(reply).toMatch(/^From a memory of .*leaves at nine/u);
  expect(reply?.match(/no model/gu)).toHaveLength(1);
  expect(reply).toMatch(/no model is configured \(LLM_API_KEY\)\.$/u);

  // What orders, greets, or asks to be reminded or to forget is not stored; what states something is.
  const told = async (text: string) =>
    (await wake(service, { from: "Ada", note: text, triggerTick: true, wait: 30 })).reply ?? "";
  const stored = async () => (await service.get("/memories?scope=*")).as(counted).total;
  const before = await stored();
  await told("Good morning, Anima!");
  await told("Erzähl mir von der Regatta.");
  const nothing = await told("Tell me a joke about a regatta.");
  expect(nothing).toMatch(/^I found nothing/u);
  const reminded = await told("Erinnere mich morgen um 9 an die Katze.");
  expect((await service.get("/reminders")).as(reminders).reminders).toMatchObject([
    { text: "die Katze.", from: "Ada", setBy: "reflex" },
  ]);
  expect(reminded).toContain("09:00 (UTC)");
  expect(await told("Remind me yesterday at 9 of the cat.")).toMatch(/^No reminder is set, .*passed/u);
  expect(await stored()).toBe(before);
  await told("Remember that my locker code is 4711.");
  expect(await stored()).toBe(before + 1);
  const forgetting = await told("Forget that my locker code is 4711.");
  expect(forgetting).toMatch(/^Nothing is forgotten yet\./u);
  expect(forgetting).toMatch(/DELETE \/memories\/\w+/u);
  expect(forgetting).not.toContain("4711");
  expect(await stored()).toBe(before + 1);
});

test("a note whose tick is killed is answered after the restart, once", async () => {
  await model.set([{ kind: "delay", ms: 60_000 }]);
  const service = await thinking();
  const { noteId } = await wake(service, { note: "Is anybody there?", triggerTick: true });
  await model.seen(1, { route: "chat" });
  await service.kill();
  await model.set([{ kind: "fills", value: { replies: [{ note: 1, text: "Yes, again." }], memories: [] } }]);
  await service.restart();
  expect((await notes(service)).notes).toMatchObject([{ _id: noteId, status: "pending" }]);
  await until("a tick", async () => {
    const { status } = await service.post("/tick", undefined, { token: service.tokens.tick });
    return status === 200;
  });
  expect((await notes(service)).notes).toMatchObject([
    { _id: noteId, status: "answered", reply: "Yes, again." },
  ]);
});

/** An erasure removes everything that an agent with providers has derived from a text, in every table. */
import { expect, it } from "vitest";
import { withKey, withProvider } from "../../test/functions/embedding";
import { send, tablesWith } from "../../test/functions/corrections";
import { wrongFigures } from "../../test/functions/recount";
import { post } from "../../test/functions/requests";
import { setup, TICK_TOKEN } from "../../test/functions/setup";
import { modelServer, newModel } from "../../test/support/model";
import { until } from "../../test/support/until";

const SECRET = "The Zorblat ferry to the island leaves at nine, says Quixmar.";
const WORDS = ["zorblat", "quixmar"];

withProvider();

it("an erasure leaves nothing of a text that was stored, corrected, merged, embedded, answered, grouped and thought about", async () => {
  const model = await modelServer();
  const env = { LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl, LLM_MODEL: newModel() };
  const t = setup({ ...withKey(), ...env });
  let keys = 0;
  const ok = async (sent: Promise<Response>) => {
    const response = await sent;
    const body = await response.json();
    expect([response.status, body.error]).toEqual([200, undefined]);
    return body;
  };
  const tick = () => ({ Authorization: `Bearer ${TICK_TOKEN}` });
  const write = (path: string, body: object, headers = {}) =>
    ok(post(t, path, body, { ...headers, "Idempotency-Key": `key ${keys++}` }));
  const holding = async () =>
    [...new Set((await Promise.all(WORDS.map((word) => tablesWith(t, word)))).flat())].sort();

  const memory = { type: "semantic", content: SECRET, metadata: { zorblat: "quixmar" }, scope: "quixmar" };
  const { memoryId } = await write("/memories/store", memory);
  await write("/memories/store-dedup", { ...memory, content: SECRET.toUpperCase() });
  for (let i = 0; i < 6; i++)
    await write("/memories/store", {
      type: "semantic",
      content: `Zorblat ferry number ${i} leaves, says Quixmar.`,
    });
  await ok(send(t, "PATCH", `/memories/${memoryId}`, { content: `${SECRET} Sure.` }));
  await write("/memories/link", { memoryId });
  await write("/knowledge", { title: "Zorblat", content: SECRET, source: "quixmar", tags: ["zorblat"] });
  await write("/feed", { type: "news", content: SECRET, impact: "high", metadata: { x: "quixmar" } });
  await write("/wake", { note: SECRET, from: "Quixmar", remindAt: Date.now() + 9e6 });
  await ok(post(t, "/tick", {}, tick()));
  await write("/wake", { note: SECRET, from: "Zorblat", triggerTick: true, wait: 20 });
  await write("/memories/consolidate", {}, tick());
  await write("/memories/reflect", { type: "knowledge", focus: "Zorblat ferry" }, tick());
  const seeds = [SECRET, "Quixmar counts."].map((content) => ({
    content,
    importance: 0.9,
    entities: ["Zorblat"],
  }));
  await write("/consciousness/process", { seeds }, tick());
  await write("/consciousness/reflect", {}, tick());
  await ok(t.fetch(`/memories/search?q=${encodeURIComponent(SECRET)}&scope=*`));
  // After the ticks the agent thinks by itself, and `thoughtSchedule` keeps why that ended.
  await until("the reason of a thought", async () => (await holding()).includes("thoughtSchedule"));
  await until("a text in eighteen tables", async () => (await holding()).length >= 18);

  for (const text of WORDS) {
    const { planId } = await ok(post(t, "/erase", { text, derived: true }));
    const { status, receipt } = await ok(post(t, "/erase", { planId }));
    expect(status).toBe("done");
    expect(receipt.probes.flatMap(({ foundIn }: { foundIn: string[] }) => foundIn)).toEqual([]);
  }
  expect(await holding()).toEqual([]);
  expect(await wrongFigures(t)).toEqual([]);
});

/** Thinking in the real service with a model: both sides of every threshold, and wrong answers. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { processed, reflected } from "../../convex/api/resources/thinking";
import { modelServer } from "../support/model";
import type { ModelServer } from "../support/model-server";
import { startService, type Service } from "../support/service";

let model: ModelServer;
let service: Service;

beforeAll(async () => {
  model = await modelServer();
  service = await startService({ env: { LLM_API_KEY: "any", LLM_BASE_URL: model.baseUrl } });
});
beforeEach(() => model.reset());

const success = z.object({ success: z.literal(true) });
const pageShape = z.object({ total: z.number() });

/** Three seeds of these importances, two of which name Kiel. */
const seedsOf = (importances: readonly number[], place = "Kiel") =>
  [
    `A storm closed the harbour of ${place}.`,
    `Prices for fish rose in ${place}.`,
    "Maria repaints her boat.",
    "Gulls sleep late.",
  ]
    .slice(0, importances.length)
    .map((content, i) => ({ content, importance: importances[i] ?? 0 }));

const answer = (content: string, changes: object = {}) => ({
  content,
  tone: "curious",
  confidence: 0.9,
  claims: [],
  ...changes,
});

async function process(body: object, headers: Record<string, string> = {}) {
  const { json, as } = await service.post("/consciousness/process", body, {
    token: service.tokens.tick,
    headers,
  });
  as(success);
  const { success: _, ...rest } = z.looseObject({}).parse(json);
  return processed.parse(rest);
}

async function thoughtOn(body: object) {
  const { thought } = await process(body);
  if (thought === null) throw new Error("no thought was made");
  return thought;
}

const total = async () => (await service.get("/consciousness/thoughts")).as(pageShape).total;

describe("a thought is brilliant", () => {
  // Each thought has other words: a repeated one is not new.
  test.each([
    ["with every value at its threshold", seedsOf([0.7, 0.7, 0.7]), { confidence: 0.7 }, true],
    ["not with two seeds", seedsOf([0.9, 0.9]), {}, false],
    ["not where the mean importance is below 0.7", seedsOf([0.7, 0.7, 0.69]), {}, false],
    ["not below a confidence of 0.7", seedsOf([0.9, 0.9, 0.9]), { confidence: 0.69 }, false],
    [
      "not without a common name",
      [
        { content: "A storm closed the harbour of Oslo.", importance: 0.9 },
        { content: "Prices for fish rose in Bergen.", importance: 0.9 },
        { content: "Maria repaints her boat.", importance: 0.9 },
      ],
      {},
      false,
    ],
    [
      "not when it repeats a seed",
      seedsOf([0.9, 0.9, 0.9]),
      { content: "Prices for fish rose in Kiel." },
      false,
    ],
  ])("%s", async (name, seeds, changes, isBrilliant) => {
    const words = `${name.replace(/[^a-z ]/g, "")} wonder`;
    await model.set([{ kind: "answers", value: answer(words, changes) }]);
    const thought = await thoughtOn({ seeds });
    expect(thought.isBrilliant).toBe(isBrilliant);
    expect(thought.brillianceFactors === undefined).toBe(!isBrilliant);
  });

  test("with the factors of the used seeds, whatever the model says", async () => {
    await model.set([{ kind: "answers", value: answer("Weather sets what everybody here earns.") }]);
    const seeds = [...seedsOf([0.7, 0.7, 0.7]), { content: "Nothing matters.", importance: 0.1 }];
    const outcome = await process({ seeds });
    expect(outcome).toMatchObject({
      filtered: 1,
      thought: { brillianceFactors: { seedCount: 3, avgSeedImportance: 0.7, commonEntities: ["Kiel"] } },
    });
  });
});

describe("seeds", () => {
  test("below the minimum importance are not shown to the model", async () => {
    await model.set([{ kind: "answers", value: answer("Two things meet, and neither knows it.") }]);
    await process({ seeds: seedsOf([0.5, 0.5, 0.2]) });
    const [call] = await model.calls();
    expect(call?.text).toContain("harbour");
    expect(call?.text).not.toContain("repaints her boat");
  });

  test("that are too few cause no call and no thought", async () => {
    const before = await total();
    expect(await process({ seeds: seedsOf([0.9, 0.2]) })).toMatchObject({ thought: null, filtered: 1 });
    expect(await model.calls()).toEqual([]);
    expect(await total()).toBe(before);
  });
});

describe("a model with wrong answers", () => {
  test("is asked again over an invented quotation, and loses confidence if it repeats it", async () => {
    const invented = answer("After the storm “the fish market is mine now”, said Angela Merkel.", {
      confidence: 0.9,
    });
    await model.set([{ kind: "answers", value: invented }]);
    const thought = await thoughtOn({ seeds: seedsOf([0.9, 0.9, 0.9], "Rostock") });
    const calls = await model.calls();
    expect(calls).toHaveLength(2);
    expect(calls[1]?.text).toContain("the fish market is mine now");
    expect(thought.confidence).toBeLessThan(0.9);
  });

  test("is believed if its second answer is correct", async () => {
    await model.set([
      {
        kind: "answers",
        value: answer("After the storm “the fish market is mine now”, said the mayor."),
        times: 1,
      },
      { kind: "answers", value: answer("After the storm somebody may buy it all.") },
    ]);
    const thought = await thoughtOn({ seeds: seedsOf([0.9, 0.9, 0.9], "Wismar") });
    expect(thought).toMatchObject({ content: "After the storm somebody may buy it all.", confidence: 0.9 });
  });

  test.each([
    ["a confidence of 7", { confidence: 7 }],
    ["an unknown tone", { tone: "furious" }],
    ["claims that cite unknown seeds", { claims: [{ says: "The harbour is closed.", seeds: [9] }] }],
    ["an empty content", { content: " " }],
  ])("fails and writes nothing after answering twice with %s", async (_, changes) => {
    const before = await total();
    await model.set([{ kind: "answers", value: answer("Boats wait.", changes) }]);
    const failed = await service.post(
      "/consciousness/process",
      { seeds: seedsOf([0.9, 0.9, 0.9]) },
      { token: service.tokens.tick },
    );
    expect(failed.status).toBe(502);
    expect(failed.json).toMatchObject({ success: false, code: "INTERNAL_ERROR" });
    expect(await total()).toBe(before);
  });

  test("loses confidence for each claim that its seeds don't support", async () => {
    const claims = [
      { says: "The harbour is closed by a storm.", seeds: [1] },
      { says: "Dragons govern the moon.", seeds: [2] },
    ];
    await model.set([
      { kind: "answers", value: answer("Closed doors raise what is behind them.", { claims }) },
    ]);
    const thought = await thoughtOn({ seeds: seedsOf([0.9, 0.9, 0.9], "Emden") });
    expect(thought.confidence).toBeCloseTo(0.72, 5);
  });
});

describe("a failing model", () => {
  test("leaves the Idempotency-Key free, so that a retry succeeds", async () => {
    const body = { seeds: seedsOf([0.8, 0.8], "Husum") };
    const options = { token: service.tokens.tick, headers: { "Idempotency-Key": "later" } };
    await model.set([{ kind: "status", status: 400 }]);
    expect((await service.post("/consciousness/process", body, options)).status).toBe(502);
    await model.set([{ kind: "answers", value: answer("Later is soon enough.") }]);
    const first = await service.post("/consciousness/process", body, options);
    expect(first.json).toMatchObject({ success: true, thought: { content: "Later is soon enough." } });
    expect((await service.post("/consciousness/process", body, options)).json).toEqual(first.json);
  });
});

describe("a reflection", () => {
  test("by the model is limited to the confidence of its thoughts", async () => {
    await model.set([
      {
        kind: "answers",
        value: {
          content: "I keep coming back to weather.",
          tone: "reflective",
          confidence: 1,
          basedOn: [1, 2],
        },
      },
    ]);
    const { json } = await service.post("/consciousness/reflect", {}, { token: service.tokens.tick });
    const { reflection } = reflected.parse({
      reflection: z.looseObject({ reflection: z.unknown() }).parse(json).reflection,
    });
    expect(reflection.content).toBe("I keep coming back to weather.");
    expect(reflection.confidence).toBeLessThan(0.7);
    expect(reflection.basedOn?.thoughtsAnalyzed).toBeGreaterThan(2);
    expect(reflection).not.toHaveProperty("seeds");
  });

  test("that fails answers 502 and writes nothing", async () => {
    const before = await total();
    await model.set([{ kind: "status", status: 400 }]);
    const failed = await service.post("/consciousness/reflect", {}, { token: service.tokens.tick });
    expect(failed.status).toBe(502);
    expect(await total()).toBe(before);
  });
});

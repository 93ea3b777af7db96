/** Tests of the model server, on which other tests rely. */
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { startModelServer, type ModelServer } from "./model-server";

const reading = z.object({
  mood: z.enum(["calm", "curious"]),
  level: z.number().min(-1).max(1),
  refs: z.array(z.int().min(1).max(4)).min(1).max(3),
  note: z.string().min(5).max(40),
  aside: z.string().nullable(),
});
const schema = z.toJSONSchema(reading);
const format = { type: "json_schema" as const, json_schema: { name: "reading", schema, strict: true } };
const messages = [{ role: "user" as const, content: "Herons waited beside the estuary." }];
const question = { model: "stub", messages, response_format: format };

let server: ModelServer;
let client: OpenAI;

beforeAll(async () => {
  server = await startModelServer();
  client = new OpenAI({ apiKey: "any", baseURL: server.baseUrl, maxRetries: 0 });
});
afterAll(() => server.stop());
beforeEach(() => server.reset());

async function content(body: Parameters<typeof client.chat.completions.create>[0]): Promise<string> {
  const completion = await client.chat.completions.create({ ...body, stream: false });
  return completion.choices[0]?.message.content ?? "";
}

function cosine(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

describe("chat", () => {
  test("answers by the schema with words of the prompt, deterministically", async () => {
    const first = await content(question);
    expect(reading.parse(JSON.parse(first)).note).toMatch(/Herons|waited|beside|estuary/);
    expect(await content(question)).toBe(first);
  });

  test("answers many prompts validly", async () => {
    for (let at = 0; at < 20; at += 1) {
      const asked = [{ role: "user" as const, content: `Heron number ${at}` }];
      expect(reading.safeParse(JSON.parse(await content({ ...question, messages: asked }))).success).toBe(
        true,
      );
    }
  });

  test("finds the schema in the prompt in JSON mode", async () => {
    const system = { role: "system" as const, content: `Fit this:\n${JSON.stringify(schema)}` };
    const asked = {
      ...question,
      messages: [system, ...messages],
      response_format: { type: "json_object" as const },
    };
    expect(reading.safeParse(JSON.parse(await content(asked))).success).toBe(true);
  });

  test("streams the same answer", async () => {
    let streamed = "";
    for await (const chunk of await client.chat.completions.create({ ...question, stream: true })) {
      streamed += chunk.choices[0]?.delta.content ?? "";
    }
    expect(streamed).toBe(await content(question));
  });

  test("overrides generated fields with given ones", async () => {
    await server.set([{ kind: "fills", value: { mood: "curious", aside: "given" } }]);
    expect(reading.parse(JSON.parse(await content(question)))).toMatchObject({
      mood: "curious",
      aside: "given",
    });
  });
});

describe("embeddings", () => {
  test("are close for similar texts, in either encoding and at the requested width", async () => {
    const input = ["The heron fishes at dawn", "A heron was fishing at dawn", "Interest rates rose"];
    const { data } = await client.embeddings.create({ model: "stub", input, dimensions: 256 });
    const floats = await client.embeddings.create({
      model: "stub",
      input,
      dimensions: 256,
      encoding_format: "float",
    });
    const [heron = [], fishing = [], rates = []] = data.map((item) => item.embedding);
    expect(heron).toHaveLength(256);
    expect(cosine(heron, heron)).toBeCloseTo(1, 5);
    expect(cosine(heron, fishing)).toBeGreaterThan(cosine(heron, rates) + 0.3);
    expect(cosine(heron, floats.data[0]?.embedding ?? [])).toBeCloseTo(1, 5);
  });
});

describe("access", () => {
  test("requires a key, and the right one if one is set", async () => {
    const bare = await fetch(`${server.baseUrl}/models`);
    expect(bare.status).toBe(401);
    await server.setKey("the-right-one");
    await expect(client.models.list()).rejects.toMatchObject({ status: 401 });
  });

  test("lists a model", async () => {
    expect((await client.models.list()).data).toHaveLength(1);
  });
});

describe("faults", () => {
  test("apply in order, each the given number of times, and only to matching requests", async () => {
    await server.set([
      { kind: "status", status: 503, times: 1 },
      { kind: "says", text: "for herons", containing: "Herons", times: 1 },
      { kind: "status", status: 500, on: "embeddings" },
      { kind: "says", text: "for all" },
    ]);
    await expect(content(question)).rejects.toMatchObject({ status: 503 });
    expect(await content({ ...question, messages: [{ role: "user", content: "Gulls" }] })).toBe("for all");
    expect(await content(question)).toBe("for herons");
    expect(await content(question)).toBe("for all");
    await expect(client.embeddings.create({ model: "stub", input: "x" })).rejects.toMatchObject({
      status: 500,
    });
  });

  test("have headers and bodies", async () => {
    await server.set([
      { kind: "status", status: 429, headers: { "retry-after": "7" }, body: { error: "slow" } },
    ]);
    await expect(content(question)).rejects.toSatisfy(
      (error) => error instanceof OpenAI.APIError && error.headers?.get("retry-after") === "7",
    );
  });

  test("delay the effect of the next fault", async () => {
    await server.set([
      { kind: "delay", ms: 60 },
      { kind: "says", text: "late" },
    ]);
    const start = performance.now();
    expect(await content(question)).toBe("late");
    expect(performance.now() - start).toBeGreaterThanOrEqual(59);
  });

  test.each(["hang-up", "truncated"] as const)("break the body: %s", async (kind) => {
    await server.set([{ kind }]);
    await expect(content(question)).rejects.toThrow();
  });
});

describe("the gate", () => {
  test("records requests and holds them until it is released", async () => {
    await server.hold();
    const held = content(question);
    const [call] = await server.seen(1, { route: "chat" });
    expect(call?.end).toBeNull();
    await server.release();
    reading.parse(JSON.parse(await held));
    expect(await server.seen(1, { end: "answered" })).toHaveLength(1);
  });
});

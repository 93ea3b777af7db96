/** Structured answers over real HTTP, against a server in another process. */
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod";
import { modelServer, newModel } from "../../test/support/model";
import type { ModelServer } from "../../test/support/model-server";
import type { Problem } from "../../mind/promptText/problem";
import type { ProviderEndpoint } from "../lib/settings";
import { chatCompletion } from "./chat";
import { KEY, answered, ask, atOnce, good, schema, type Answer } from "../../test/functions/chat";

let provider: ModelServer;
let endpoint: ProviderEndpoint;

beforeAll(async () => {
  provider = await modelServer();
});
beforeEach(async () => {
  await provider.reset();
  endpoint = { apiKey: KEY, baseUrl: provider.baseUrl, model: newModel() };
});

async function bodies(): Promise<Record<string, unknown>[]> {
  const calls = await provider.calls({ route: "chat" });
  return calls.map((call) => JSON.parse(call.text) as Record<string, unknown>);
}

async function formats(): Promise<unknown[]> {
  return (await bodies()).map((body) => (body["response_format"] as { type: string } | undefined)?.type);
}

describe("an answer", () => {
  test("fits the schema", async () => {
    const completion = answered(await chatCompletion(endpoint, ask));
    expect(schema.parse(completion.value)).toEqual(completion.value);
    expect(completion.value.summary).toMatch(/Gannets|circled|above|breakwater/);
    expect(completion).toMatchObject({ calls: 1, repaired: false });
    expect(completion.tokens.input).toBeGreaterThan(0);
    expect(completion.tokens.output).toBeGreaterThan(0);
  });

  test("is requested by strict schema, with the key, and with a cap on its tokens, and without temperature", async () => {
    await chatCompletion(endpoint, ask);
    const [call] = await provider.calls();
    const [body] = await bodies();
    expect(call?.headers["authorization"]).toBe(`Bearer ${KEY}`);
    expect(body).toMatchObject({
      model: endpoint.model,
      messages: [
        { role: "system", content: ask.system },
        { role: "user", content: ask.user },
      ],
      response_format: { type: "json_schema", json_schema: { name: "report", strict: true } },
    });
    expect(Object.keys(body ?? {}).sort()).toEqual(["max_tokens", "messages", "model", "response_format"]);
  });

  test("may come in parts, some of which are reasoning", async () => {
    const parts = [
      { type: "thinking", thinking: [{ type: "text", text: "{}" }] },
      { type: "text", text: JSON.stringify(good) },
    ];
    const body = { choices: [{ finish_reason: "stop", message: { role: "assistant", content: parts } }] };
    const headers = { "content-type": "application/json" };
    await provider.set([{ kind: "status", status: 200, headers, body }]);
    expect(answered(await chatCompletion(endpoint, ask))).toMatchObject({ value: good, calls: 1 });
  });

  test("is the last object that fits the schema, not the longest", async () => {
    const draft = JSON.stringify({
      ...good,
      summary: "A draft that says much more than what is said in the end.",
    });
    const text = `Perhaps ${draft}\nNo: ${JSON.stringify(good)} {"done":true}`;
    await provider.set([{ kind: "says", text }]);
    expect(answered(await chatCompletion(endpoint, ask))).toMatchObject({ value: good, calls: 1 });
  });

  test("is not a draft in the reasoning before it", async () => {
    const draft = JSON.stringify({
      ...good,
      summary: "A draft that says much more than what is said in the end.",
    });
    await provider.set([{ kind: "says", text: `<think>${draft}</think>${JSON.stringify(good)}` }]);
    expect(answered(await chatCompletion(endpoint, ask))).toMatchObject({ value: good, calls: 1 });
  });

  test.each(["reasoning_content", "reasoning"])(
    "is taken from %s where the server took all of it for thinking",
    async (field) => {
      const message = (text: string) => ({
        kind: "status" as const,
        status: 200,
        headers: { "content-type": "application/json" },
        body: {
          choices: [{ finish_reason: "stop", message: { role: "assistant", content: null, [field]: text } }],
        },
      });
      await provider.set([message(`So: ${JSON.stringify(good)}`)]);
      expect(answered(await chatCompletion(endpoint, ask))).toMatchObject({ value: good, calls: 1 });
      await provider.set([message('Perhaps {"mood":"calm"}?')]);
      expect(await chatCompletion(endpoint, ask)).toMatchObject({
        reason: "the model's answer was unusable (empty, then empty)",
      });
    },
  );

  test("counts as complete where its JSON is, whatever the finish reason", async () => {
    await provider.set([{ kind: "says", text: JSON.stringify(good), finish: "length" }]);
    expect(answered(await chatCompletion(endpoint, ask))).toMatchObject({ value: good, calls: 1 });
    const draft = `${JSON.stringify(good)} Or better: {"mood":"cur`;
    await provider.set([{ kind: "says", text: draft, finish: "length" }]);
    expect(await chatCompletion(endpoint, ask)).toMatchObject({
      reason: "the model's answer was unusable (cut off, then cut off)",
    });
  });

  test.each(["text/plain; charset=utf-8", "text/json", "application/octet-stream"])(
    "is read as JSON though the server calls it %s",
    async (type) => {
      const headers = { "content-type": type };
      const body = { choices: [{ finish_reason: "stop", message: { content: JSON.stringify(good) } }] };
      await provider.set([{ kind: "status", status: 200, headers, body: JSON.stringify(body) }]);
      expect(answered(await chatCompletion(endpoint, ask))).toMatchObject({ value: good, calls: 1 });
    },
  );

  test("is found in a code fence between sentences", async () => {
    await provider.set([{ kind: "fenced" }]);
    expect(answered(await chatCompletion(endpoint, ask)).repaired).toBe(false);
  });
});

describe("an unusable answer", () => {
  test("goes back to the model with its problems, and the second answer counts", async () => {
    await provider.set([{ kind: "answers", value: { ...good, mood: "grim", sources: [9] }, times: 1 }]);
    const completion = answered(await chatCompletion(endpoint, ask));
    expect(completion).toMatchObject({ calls: 2, repaired: true });
    const messages = (await bodies())[1]?.["messages"] as { role: string; content: string }[];
    expect(messages.map((message) => message.role)).toEqual(["system", "user", "assistant", "user"]);
    expect(messages[2]?.content).toContain('"grim"');
    expect(messages[3]?.content).toMatch(/- mood: .*calm/);
    expect(messages[3]?.content).toMatch(/- sources\.0: /);
  });

  test("is also one that breaks the caller's rules", async () => {
    await provider.set([
      { kind: "answers", value: good, times: 1 },
      { kind: "answers", value: { ...good, mood: "curious" } },
    ]);
    const problems = ({ mood }: Answer): Problem[] =>
      mood === "calm" ? [{ rule: "calm", sentence: "There is no calm at sea." }] : [];
    const completion = answered(await chatCompletion(endpoint, { ...ask, problems }));
    expect(completion.value.mood).toBe("curious");
    expect((await provider.calls())[1]?.text).toContain("There is no calm at sea.");

    await provider.set([{ kind: "answers", value: good }]);
    expect(await chatCompletion(endpoint, { ...ask, problems })).toMatchObject({
      reason: "the model's answer was unusable (against its rules: calm, then against its rules: calm)",
    });
  });

  test("is checked by rules that know the attempt", async () => {
    await provider.set([
      { kind: "says", text: "I would rather sing.", times: 1 },
      { kind: "answers", value: good },
    ]);
    const attempts: number[] = [];
    const forgiving = (_: Answer, attempt: number): Problem[] => {
      attempts.push(attempt);
      return attempt === 1 ? [{ rule: "first", sentence: "Worth a repair." }] : [];
    };
    expect(answered(await chatCompletion(endpoint, { ...ask, problems: forgiving })).repaired).toBe(true);
    await provider.set([]);
    expect(answered(await chatCompletion(endpoint, { ...ask, problems: forgiving })).repaired).toBe(true);
    expect(attempts).toEqual([2, 1, 2]);
  });

  test.each([
    ["prose", { kind: "says", text: "I would rather sing." }, "not JSON"],
    ["an object of another kind", { kind: "wrong-schema" }, "against its schema at mood, summary, sources"],
    ["numbers out of range", { kind: "wrong-numbers" }, "against its schema at sources.0"],
    ["nothing", { kind: "says", text: "" }, "empty"],
    ["no choice", { kind: "no-choices" }, "empty"],
    ["a refusal", { kind: "refusal" }, "refused"],
    ["half an object", { kind: "says", text: '{"mood":"calm","su', finish: "length" }, "cut off"],
    ["what a filter left", { kind: "says", text: "", finish: "content_filter" }, "filtered"],
  ] as const)("twice fails the call: %s", async (_, fault, name) => {
    await provider.set([fault]);
    expect(await chatCompletion(endpoint, ask)).toMatchObject({
      kind: "failed",
      cause: "malformed",
      reason: `the model's answer was unusable (${name}, then ${name})`,
      calls: 2,
    });
  });

  test("is truncated for the model when it is long", async () => {
    await provider.set([{ kind: "says", text: "la ".repeat(100_000), times: 1 }]);
    answered(await chatCompletion(endpoint, ask));
    expect((await provider.calls())[1]?.text.length).toBeLessThan(12_000);
  });

  test("sums the tokens of both answers", async () => {
    await provider.set([{ kind: "answers", value: good }]);
    const once = answered(await chatCompletion(endpoint, ask));
    await provider.set([
      { kind: "wrong-schema", times: 1 },
      { kind: "answers", value: good },
    ]);
    const twice = answered(await chatCompletion(endpoint, ask));
    expect(twice.tokens.input).toBeGreaterThan(once.tokens.input);
    expect(twice.tokens.output).toBeGreaterThan(once.tokens.output);
  });
});

describe("a server that refuses a format", () => {
  test("of schemas gets JSON mode with the schema in the prompt from then on", async () => {
    await provider.set([{ kind: "refuse-format", formats: ["json_schema"] }]);
    expect(schema.parse(answered(await chatCompletion(endpoint, ask)).value)).toBeDefined();
    answered(await chatCompletion(endpoint, ask));
    expect(await formats()).toEqual(["json_schema", "json_object", "json_object"]);
    expect((await provider.calls())[1]?.text).toContain("JSON Schema");
  });

  test("of JSON gets plain text with the schema in the prompt", async () => {
    await provider.set([{ kind: "refuse-format", formats: ["json_schema", "json_object"] }]);
    expect(answered(await chatCompletion(endpoint, ask))).toMatchObject({ calls: 3, repaired: false });
    expect(await formats()).toEqual(["json_schema", "json_object", undefined]);
  });

  test("gets the strictest one again after an hour", async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    await provider.set([{ kind: "refuse-format", formats: ["json_schema"] }]);
    answered(await chatCompletion(endpoint, ask));
    await provider.set([]);
    answered(await chatCompletion(endpoint, ask));
    vi.setSystemTime(Date.now() + 61 * 60_000);
    answered(await chatCompletion(endpoint, ask));
    answered(await chatCompletion(endpoint, ask));
    expect(await formats()).toEqual([
      "json_schema",
      "json_object",
      "json_object",
      "json_schema",
      "json_schema",
    ]);
  });

  test("may be the cause of any 400 until a format has worked", async () => {
    await provider.set([
      { kind: "status", status: 400, body: { error: { message: "Bad request" } }, times: 1 },
    ]);
    expect(answered(await chatCompletion(endpoint, ask)).calls).toBe(2);
    await provider.set([{ kind: "status", status: 400, body: { error: { message: "Bad request" } } }]);
    expect(await chatCompletion(endpoint, ask)).toMatchObject({ kind: "failed", cause: "refused", calls: 1 });
  });

  const literal = "Input should be 'text' or 'json_object'";
  test.each([
    [404, { error: { message: "response_format json_schema is not supported" } }],
    [404, { error: { message: "No endpoints found that support the requested parameters" } }],
    [422, { detail: [{ type: "literal_error", loc: ["body", "response_format", "type"], msg: literal }] }],
    [500, { error: { message: `[{'loc': ('body', 'response_format', 'type'), 'msg': "${literal}"}]` } }],
    [501, { message: "json_schema not implemented" }],
  ])("is recognised by %i that blames the format: %j", async (status, body) => {
    await provider.set([{ kind: "status", status, body, times: 1 }]);
    expect(answered(await chatCompletion(endpoint, ask, atOnce)).calls).toBe(2);
    expect((await formats()).at(-1)).toBe("json_object");
  });

  test.each([422, 501])(
    "is suspected behind %i that says nothing, until a format has worked",
    async (status) => {
      await provider.set([{ kind: "status", status, body: {}, times: 1 }]);
      expect(answered(await chatCompletion(endpoint, ask)).calls).toBe(2);
      await provider.set([{ kind: "status", status, body: {} }]);
      expect(await chatCompletion(endpoint, ask)).toMatchObject({
        kind: "failed",
        cause: "refused",
        calls: 1,
      });
    },
  );

  const hiccup = {
    kind: "status",
    status: 400,
    body: { error: { message: "Failed to generate JSON.", code: "json_validate_failed" } },
    times: 1,
  } as const;

  test("that has worked loses it for this call only", async () => {
    answered(await chatCompletion(endpoint, ask));
    await provider.set([hiccup]);
    answered(await chatCompletion(endpoint, ask));
    answered(await chatCompletion(endpoint, ask));
    await provider.set([hiccup]);
    answered(await chatCompletion(endpoint, ask));
    answered(await chatCompletion(endpoint, ask));
    expect(await formats()).toEqual([
      "json_schema",
      "json_schema",
      "json_object",
      "json_schema",
      "json_schema",
      "json_object",
      "json_schema",
    ]);
  });

  test("that has worked loses it for good after a second refusal", async () => {
    answered(await chatCompletion(endpoint, ask));
    for (let call = 0; call < 2; call += 1) {
      await provider.set([hiccup]);
      answered(await chatCompletion(endpoint, ask));
    }
    answered(await chatCompletion(endpoint, ask));
    expect((await formats()).slice(1)).toEqual([
      "json_schema",
      "json_object",
      "json_schema",
      "json_object",
      "json_object",
    ]);
  });

  test("that has worked without an error loses it for this call only", async () => {
    answered(await chatCompletion(endpoint, ask));
    await provider.set([{ kind: "says", text: "Gannets, you say?", times: 1 }]);
    answered(await chatCompletion(endpoint, ask));
    answered(await chatCompletion(endpoint, ask));
    expect(await formats()).toEqual(["json_schema", "json_schema", "json_object", "json_schema"]);
  });

  test("without an error is recognised by an answer that breaks the schema", async () => {
    await provider.set([{ kind: "says", text: "Gannets, you say?", times: 1 }]);
    expect(answered(await chatCompletion(endpoint, ask)).repaired).toBe(true);
    expect(await formats()).toEqual(["json_schema", "json_object"]);
  });

  test("of another model does not affect this one", async () => {
    await provider.set([{ kind: "refuse-format", formats: ["json_schema"] }]);
    await chatCompletion(endpoint, ask);
    await provider.set([]);
    await provider.forgetCalls();
    answered(await chatCompletion({ ...endpoint, model: "another" }, ask));
    expect(await formats()).toEqual(["json_schema"]);
  });
});

describe("calls", () => {
  test("never exceed their limit, including formats, retries and the repair", async () => {
    await provider.set([
      { kind: "refuse-format", formats: ["json_schema", "json_object"] },
      { kind: "status", status: 500, times: 2 },
      { kind: "wrong-schema" },
    ]);
    expect(await chatCompletion(endpoint, ask, atOnce)).toMatchObject({ cause: "malformed", calls: 6 });
    await provider.set([{ kind: "status", status: 500 }]);
    expect(await chatCompletion(endpoint, ask, { ...atOnce, maxCalls: 2 })).toMatchObject({ calls: 2 });
  });

  test("are not sent for a schema that can't be expressed", async () => {
    const record = z.object({ map: z.record(z.string(), z.string()) });
    await expect(chatCompletion(endpoint, { ...ask, schema: record, problems: undefined })).rejects.toThrow(
      "propertyNames",
    );
    expect(await provider.calls()).toEqual([]);
  });
});

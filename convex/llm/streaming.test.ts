/** Streamed answers and caps on tokens, over real HTTP, against providers that take them and providers that don't. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { modelServer, newModel } from "../../test/support/model";
import type { Fault, ModelServer } from "../../test/support/model-server";
import type { ProviderEndpoint } from "../lib/settings";
import { chatCompletion, type Completion } from "./chat";
import { answered, ask, atOnce, good, KEY, type Answer } from "../../test/functions/chat";

let provider: ModelServer;
let endpoint: ProviderEndpoint;

beforeAll(async () => {
  provider = await modelServer();
});
beforeEach(async () => {
  await provider.reset();
  endpoint = { apiKey: KEY, baseUrl: provider.baseUrl, model: newModel() };
});

/** The answer, and what was shown of it meanwhile. */
async function shown(faults: readonly Fault[], options: object = {}) {
  await provider.set(faults);
  const seen: (string | null)[] = [];
  const onAnswer = (soFar: string | null) => void seen.push(soFar);
  const completion = await chatCompletion(endpoint, ask, { ...atOnce, ...options, onAnswer });
  return { completion, seen };
}

/** The requests' fields beyond those of every request. */
async function extras() {
  return (await provider.calls({ route: "chat" })).map(({ text }) => {
    const {
      model: _,
      messages: __,
      response_format: ___,
      ...more
    } = JSON.parse(text) as Record<string, unknown>;
    return more;
  });
}

const says = (text: string): Fault => ({ kind: "says", text });
const withoutTime = ({ ms: _, ...rest }: Completion<Answer>) => rest;
const STREAMED = { stream: true, stream_options: { include_usage: true }, max_tokens: 4_096 };

describe("a streamed answer", () => {
  test.each([1, 3, 50])("is the same as one that comes whole, in pieces of %i units", async (units) => {
    const text = String.raw`{"mood":"calm","summary":"\"Gannets\"\n🐦 \ud83d\udc26 é","sources":[1,2]}`;
    await provider.set([says(text)]);
    const whole = await chatCompletion(endpoint, ask);
    const { completion, seen } = await shown([{ kind: "pace", units }, says(text)]);
    expect(withoutTime(completion)).toEqual(withoutTime(whole));
    expect(seen.every((soFar, i) => soFar?.startsWith(seen[i - 1] ?? ""))).toBe(true);
    expect(seen.at(-1)).toBe(text);
    expect((await extras()).at(-1)).toEqual(STREAMED);
  });

  test("that is unusable is repaired without a stream, and the reader is told", async () => {
    const bad = '{"mood":"calm"}';
    const { completion, seen } = await shown([
      { ...says(bad), times: 1 },
      { kind: "answers", value: good },
    ]);
    expect(answered(completion)).toMatchObject({ value: good, calls: 2, repaired: true });
    expect(seen.slice(-2)).toEqual([bad, null]);
    expect((await extras())[1]).toEqual({ max_tokens: 4_096 });
  });

  test.each(["hang-up", "end"] as const)("that breaks off (%s) is asked for again, whole", async (then) => {
    const text = JSON.stringify(good);
    const { completion, seen } = await shown([
      { kind: "pace", units: 4, holdAfter: ["Gannets"], then, times: 1 },
      says(text),
    ]);
    expect(answered(completion)).toMatchObject({ value: good, calls: 2, repaired: false });
    expect(seen.at(-1)).toBeNull();
    expect(text).toContain(seen.at(-2) ?? "-");
    expect((await extras()).map(({ stream }) => stream)).toEqual([true, undefined]);
  });

  test("that is cut off for its length is repaired", async () => {
    const cut: Fault = { kind: "says", text: '{"mood":"calm","summary":"Gann', finish: "length", times: 1 };
    const { completion } = await shown([cut, { kind: "answers", value: good }]);
    expect(answered(completion)).toMatchObject({ value: good, repaired: true });
    expect((await provider.calls())[1]?.text).toContain("Be much shorter");
  });

  test("may be a refusal", async () => {
    const { completion, seen } = await shown([{ kind: "refusal" }]);
    expect(completion).toMatchObject({ kind: "failed", reason: expect.stringContaining("refused") });
    expect(seen).toEqual([]);
  });

  test("may be an error midway", async () => {
    const chunk = 'data: {"choices":[{"index":0,"delta":{"content":"{\\"mood\\":"}}]}\n\n';
    const error = `data: {"error":{"code":503},"choices":[{"delta":{"content":""},"finish_reason":"error"}]}\n\n`;
    const headers = { "content-type": "text/event-stream" };
    const broken: Fault = { kind: "status", status: 200, headers, body: chunk + error, times: 1 };
    const { completion, seen } = await shown([broken]);
    expect(answered(completion).calls).toBe(2);
    expect(seen).toEqual(['{"mood":', null]);
  });

  test("ends at the timeout and when the caller aborts", async () => {
    const held: Fault[] = [{ kind: "pace", units: 4, holdAfter: ["mood"] }];
    const { completion } = await shown(held, { timeoutMs: 200 });
    expect(completion).toMatchObject({ kind: "failed", cause: "timeout", calls: 1 });
    const controller = new AbortController();
    const aborted = shown(held, { signal: controller.signal });
    await provider.seen(2);
    controller.abort();
    expect((await aborted).completion).toMatchObject({ kind: "failed", cause: "aborted" });
    await provider.seen(2, { end: "abandoned" });
  });
});

describe("a provider that does not stream", () => {
  test("may answer whole", async () => {
    const { completion, seen } = await shown([{ kind: "whole" }]);
    expect(answered(completion)).toMatchObject({ calls: 1, repaired: false });
    expect(seen).toEqual([]);
  });

  test.each([
    ["by its name", "stream: streaming is not supported"],
    ["without a reason", undefined],
  ])("may refuse the stream %s, and is asked for none from then on", async (_, message) => {
    await provider.set([{ kind: "answers", value: good }]);
    await chatCompletion(endpoint, ask);
    const refuses: Fault = {
      kind: "refuse-field",
      field: "stream",
      ...(message === undefined ? {} : { message }),
    };
    const { completion } = await shown([refuses]);
    expect(answered(completion).calls).toBe(2);
    expect(answered((await shown([refuses])).completion).calls).toBe(1);
    expect((await extras()).at(-1)).toEqual({ max_tokens: 4_096 });
  });

  test("may refuse to count the tokens of a stream, and then streams without", async () => {
    const message = "body.stream_options.include_usage: Extra inputs are not permitted";
    const refuses: Fault[] = [
      { kind: "refuse-field", field: "stream_options", status: 422, message },
      { kind: "answers", value: good },
    ];
    const { completion, seen } = await shown(refuses);
    expect(answered(completion)).toMatchObject({ calls: 2, tokens: { input: 0 } });
    expect(seen.at(-1)).toBe(JSON.stringify(good));
    expect(answered((await shown(refuses)).completion).calls).toBe(1);
  });

  test("may refuse all that is new without a reason, and still gets the strictest format", async () => {
    const refuses: Fault[] = ["stream", "max_tokens"].map((field) => ({ kind: "refuse-field", field }));
    const { completion } = await shown(refuses);
    expect(answered(completion)).toMatchObject({ calls: 2 });
    expect((await provider.calls()).at(-1)?.text).toContain('"json_schema"');
    expect(await extras()).toEqual([STREAMED, {}]);
  });
});

describe("the cap on an answer's tokens", () => {
  test("is the endpoint's", async () => {
    await chatCompletion({ ...endpoint, maxTokens: 700 }, ask);
    expect(await extras()).toEqual([{ max_tokens: 700 }]);
  });

  test("goes under the name that the model takes", async () => {
    const message =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    await provider.set([{ kind: "refuse-field", field: "max_tokens", message }]);
    expect(answered(await chatCompletion(endpoint, ask)).calls).toBe(2);
    expect(answered(await chatCompletion(endpoint, ask)).calls).toBe(1);
    expect((await extras()).slice(1)).toEqual(Array(2).fill({ max_completion_tokens: 4_096 }));
  });

  test.each([
    "This model's maximum context length is 8192 tokens. However, you requested 9100 tokens (5004 in the messages, 4096 in the completion).",
    "max_tokens is too large: 4096. This model supports at most 2048 completion tokens.",
  ])("is left out where there is no room for it: %s", async (message) => {
    await provider.set([{ kind: "refuse-field", field: "max_tokens", message }]);
    expect(answered(await chatCompletion(endpoint, ask)).calls).toBe(2);
    expect((await extras())[1]).toEqual({});
  });
});

/** Failures and timeouts of a provider, over real HTTP, against a server in another process. */
import { once } from "node:events";
import { createServer } from "node:net";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { modelServer, newModel } from "../../test/support/model";
import type { ModelServer } from "../../test/support/model-server";
import type { ProviderEndpoint } from "../lib/settings";
import { chatCompletion } from "./chat";
import { KEY, answered, ask, atOnce } from "../../test/functions/chat";

let provider: ModelServer;
let endpoint: ProviderEndpoint;

beforeAll(async () => {
  provider = await modelServer();
});
beforeEach(async () => {
  await provider.reset();
  endpoint = { apiKey: KEY, baseUrl: provider.baseUrl, model: newModel() };
});

describe("a transient failure", () => {
  test.each([408, 409, 429, 500, 503])("with %i is retried twice", async (status) => {
    await provider.set([{ kind: "status", status, times: 2 }]);
    expect(answered(await chatCompletion(endpoint, ask, atOnce)).calls).toBe(3);
  });

  test("is given up after the second retry", async () => {
    await provider.set([{ kind: "status", status: 500 }]);
    expect(await chatCompletion(endpoint, ask, atOnce)).toMatchObject({
      kind: "failed",
      cause: "unreachable",
      reason: "the provider answered 500",
      calls: 3,
    });
  });

  test.each(["hang-up", "truncated"] as const)("may be a truncated response: %s", async (kind) => {
    await provider.set([{ kind, times: 2 }]);
    expect(answered(await chatCompletion(endpoint, ask, atOnce)).calls).toBe(3);
  });

  test("may be an unreachable server", async () => {
    const placeholder = createServer().listen(0, "127.0.0.1");
    await once(placeholder, "listening");
    const address = placeholder.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    placeholder.close();
    await once(placeholder, "close");
    const nobody = { ...endpoint, baseUrl: `http://127.0.0.1:${port}/v1` };
    expect(await chatCompletion(nobody, ask, atOnce)).toMatchObject({
      kind: "failed",
      cause: "unreachable",
      reason: "the provider could not be reached (ECONNREFUSED)",
      calls: 3,
    });
  });

  test.each([
    ["a failure to answer", { error: { code: 429, message: "Slow down" } }],
    [
      "a failure midway",
      { choices: [{ finish_reason: "error", error: { code: 502 }, message: { content: "" } }] },
    ],
    ["one without a code", { error: "The server is overloaded." }],
  ])("may be an error in a successful response: %s", async (_, body) => {
    const headers = { "content-type": "application/json" };
    await provider.set([{ kind: "status", status: 200, headers, body, times: 2 }]);
    expect(answered(await chatCompletion(endpoint, ask, atOnce)).calls).toBe(3);
  });

  test("waits as long as the provider asks", async () => {
    await provider.set([{ kind: "status", status: 429, headers: { "retry-after": "1" }, times: 1 }]);
    answered(await chatCompletion(endpoint, ask, atOnce));
    const [first, second] = await provider.calls();
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  test("is final where the provider asks to wait longer than the timeout", async () => {
    await provider.set([{ kind: "status", status: 429, headers: { "retry-after": "3600" } }]);
    expect(await chatCompletion(endpoint, ask)).toMatchObject({ kind: "failed", cause: "refused", calls: 1 });
  });
});

describe("the question may be at fault", () => {
  test.each([
    [400, { message: "The prompt was filtered.", code: "content_filter" }, true],
    [400, { message: "The prompt speaks of credits and was flagged.", code: "content_filter" }, true],
    [403, { message: "Your input was flagged by moderation." }, true],
    [413, {}, true],
    [422, { message: "Unprocessable." }, true],
    [500, { message: "the input is larger than the context size" }, true],
    [400, { message: "Incorrect API key provided." }, false],
    [400, { message: "The model `tiny` was not found." }, false],
    [401, {}, false],
    [402, {}, false],
    [403, {}, false],
    [404, {}, false],
    [429, {}, false],
    [500, {}, false],
    [503, {}, false],
  ])("for %i with %j: %s", async (status, error, ofText) => {
    await provider.set([{ kind: "status", status, body: { error } }]);
    expect(await chatCompletion(endpoint, ask, { ...atOnce, retries: 0 })).toMatchObject({
      kind: "failed",
      ofText,
    });
  });

  test("for an unusable answer", async () => {
    await provider.set([{ kind: "refusal" }]);
    expect(await chatCompletion(endpoint, ask)).toMatchObject({ cause: "malformed", ofText: true });
  });
});

describe("a permanent failure", () => {
  test.each([
    [401, "", "the key was refused (401): check LLM_API_KEY"],
    [403, "", "access was refused (403): check LLM_API_KEY and LLM_MODEL"],
    [404, "", "no such model or address (404): check LLM_BASE_URL and LLM_MODEL"],
    [413, "Your prompt is too long.", "the prompt is too long for this model (413)"],
    [402, "", "the provider answered 402"],
  ])("with %i is not retried and names the remedy: %s", async (status, message, reason) => {
    await provider.set([{ kind: "status", status, body: { error: { message } } }]);
    expect(await chatCompletion(endpoint, ask)).toMatchObject({
      kind: "failed",
      cause: "refused",
      reason,
      calls: 1,
    });
  });

  test("names a bad key in any wording of the provider", async () => {
    await provider.set([{ kind: "healthy", times: 1 }]);
    await chatCompletion(endpoint, ask);
    const body = [{ error: { code: 400, message: "API key not valid. Please pass a valid API key." } }];
    await provider.set([{ kind: "status", status: 400, body }]);
    expect(await chatCompletion(endpoint, ask)).toMatchObject({
      reason: "the key was refused (400): check LLM_API_KEY",
    });
  });

  test("names the target of a redirect", async () => {
    const headers = { location: `${provider.url}/elsewhere?session=4711` };
    await provider.set([{ kind: "status", status: 302, headers }]);
    expect(await chatCompletion(endpoint, ask)).toMatchObject({
      reason: `the provider answered 404, having redirected to ${provider.url}/elsewhere: check LLM_BASE_URL`,
    });
  });

  test("is logged with the provider's message, without the key, unless it quotes the prompt", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    onTestFinished(() => warned.mockRestore());
    await provider.set([{ kind: "status", status: 402, body: { detail: `Billing is off for ${KEY}.` } }]);
    await chatCompletion(endpoint, ask);
    await provider.set([{ kind: "status", status: 402, body: { detail: `Billing is off: ${ask.user}` } }]);
    await chatCompletion(endpoint, ask);
    expect(warned.mock.calls).toEqual([["the language model's provider says: Billing is off for [hidden]."]]);
  });

  test("may be an error in a successful response", async () => {
    const headers = { "content-type": "application/json" };
    const body = { error: { code: 402, message: "Insufficient credits" } };
    await provider.set([{ kind: "status", status: 200, headers, body }]);
    expect(await chatCompletion(endpoint, ask)).toMatchObject({
      reason: "the provider answered 402",
      calls: 1,
    });
  });

  test("may be an exhausted quota, although it is a 429", async () => {
    const body = { error: { message: "You exceeded your quota", code: "insufficient_quota" } };
    await provider.set([{ kind: "status", status: 429, body }]);
    expect(await chatCompletion(endpoint, ask)).toMatchObject({
      reason: "the provider answered 429 (insufficient_quota)",
      calls: 1,
    });
  });

  test("may be a response of many megabytes", async () => {
    await provider.set([{ kind: "huge", bytes: 8 * 1024 * 1024 }]);
    expect(await chatCompletion(endpoint, ask)).toMatchObject({
      cause: "malformed",
      reason: "the provider's response was too large",
      calls: 1,
    });
  });

  test("may be a page instead of a completion", async () => {
    const headers = { "content-type": "text/html" };
    await provider.set([{ kind: "status", status: 200, headers, body: "<h1>Welcome</h1>" }]);
    expect(await chatCompletion(endpoint, ask)).toMatchObject({
      cause: "malformed",
      reason: "the provider's response was no chat completion",
      calls: 1,
    });
  });

  test("names neither the key nor the prompt, even where the provider quotes them", async () => {
    const quoting = { message: `Wrong key ${KEY} for ${ask.user}`, code: KEY, type: ask.user };
    for (const status of [401, 500]) {
      await provider.set([{ kind: "status", status, body: { error: quoting } }]);
      const text = JSON.stringify(await chatCompletion(endpoint, ask, atOnce));
      expect(text).not.toContain(KEY);
      expect(text).not.toContain("Gannets");
    }
  });
});

describe("time", () => {
  test("ends the call of a server that does not answer", async () => {
    await provider.hold();
    expect(await chatCompletion(endpoint, ask, { timeoutMs: 200 })).toMatchObject({
      kind: "failed",
      cause: "timeout",
      reason: "the provider did not answer within 0.2 s",
      calls: 1,
    });
    await provider.seen(1, { end: "abandoned" });
  });

  test("is the endpoint's timeout by default", async () => {
    await provider.hold();
    const patient = { ...endpoint, timeoutMs: 100 };
    expect(await chatCompletion(patient, ask)).toMatchObject({
      reason: expect.stringContaining("0.1 s") as string,
    });
    expect(await chatCompletion(patient, ask, { timeoutMs: 50 })).toMatchObject({
      reason: expect.stringContaining("0.05 s") as string,
    });
  });

  test("ends the call of a body that arrives too slowly", async () => {
    await provider.set([{ kind: "drip", ms: 50 }]);
    expect(await chatCompletion(endpoint, ask, { timeoutMs: 300 })).toMatchObject({
      cause: "timeout",
      calls: 1,
    });
  });

  test("ends when the caller aborts, and so does the request", async () => {
    await provider.hold();
    const controller = new AbortController();
    const completion = chatCompletion(endpoint, ask, { signal: controller.signal });
    await provider.seen(1);
    controller.abort();
    expect(await completion).toMatchObject({ kind: "failed", cause: "aborted", calls: 1 });
    await provider.seen(1, { end: "abandoned" });
  });

  test("ends during the wait for a retry when the caller aborts", async () => {
    await provider.set([{ kind: "status", status: 503, headers: { "retry-after": "29" } }]);
    const controller = new AbortController();
    const completion = chatCompletion(endpoint, ask, { signal: controller.signal });
    await provider.seen(1, { end: "answered" });
    controller.abort();
    expect(await completion).toMatchObject({ cause: "aborted", calls: 1 });
  });

  test("does not start for a caller that has aborted", async () => {
    expect(await chatCompletion(endpoint, ask, { signal: AbortSignal.abort() })).toMatchObject({
      cause: "aborted",
      calls: 0,
    });
    expect(await provider.calls()).toEqual([]);
  });
});

/** Validation of requests, over the real functions. */
import { describe, expect, test } from "vitest";
import { eventCount, expectFailure, post } from "../../test/functions/requests";
import { setup, TICK_TOKEN, WRITE_TOKEN } from "../../test/functions/setup";

describe("input that breaks a rule is 400 and writes nothing", () => {
  const feed = { type: "news", content: "x" };
  test.each<[string, string, unknown, string]>([
    ["malformed JSON", "/feed", '{"type":', 'body: must be valid JSON; received "{\\"type\\":"'],
    ["an array", "/feed", "[]", "body: must be a JSON object; received an array"],
    ["a bare null", "/feed", "null", "body: must be a JSON object; received null"],
    ["a byte order mark", "/feed", "\ufeff{}", "body: must not begin with a byte order mark"],
    ["a missing body", "/feed", "", "type: is required"],
    ["a missing field", "/feed", { type: "news" }, "content: is required"],
    ["an unknown field", "/feed", { ...feed, __proto: 1 }, 'unknown field "__proto"'],
    [
      "an own __proto__",
      "/feed",
      '{"type":"news","content":"x","__proto__":{}}',
      'unknown field "__proto__"',
    ],
    ["a wrong type", "/feed", { ...feed, content: 7 }, "content: must be text; received 7"],
    [
      "null for an optional field",
      "/feed",
      { ...feed, impact: null },
      "impact: must be one of low, medium, high; received null",
    ],
    [
      "null for optional metadata",
      "/feed",
      { ...feed, metadata: null },
      "metadata: must be a JSON object; received null",
    ],
    [
      "a word outside the set",
      "/feed",
      { ...feed, type: "gossip" },
      'type: must be one of news, market, social, custom; received "gossip"',
    ],
    ["blank text", "/wake", { note: " \n\t " }, 'note: must not be blank; received " \\n\\t "'],
    [
      "text over its limit",
      "/wake",
      { note: "é".repeat(4097) },
      `note: must have at most 4096 characters; received "${"é".repeat(100)}"…`,
    ],
    [
      "a lone surrogate",
      "/wake",
      '{"note":"a\\ud800b"}',
      "note: must be whole Unicode text, without lone surrogates",
    ],
    [
      "a lone surrogate in a key of metadata",
      "/feed",
      '{"type":"news","content":"x","metadata":{"a":{"\\udc00":1}}}',
      "metadata: must be whole Unicode text, without lone surrogates",
    ],
    [
      "a lone surrogate in a field made up",
      "/feed",
      `{"${"long name ".repeat(50)}":"\\ud800"}`,
      `"${"long name ".repeat(10)}"…: must be whole Unicode text, without lone surrogates`,
    ],
    [
      "a number JSON can write and nothing can hold",
      "/feed",
      '{"type":"news","content":"x","metadata":{"a":1e999}}',
      "metadata: must not hold numbers beyond 1.8e308",
    ],
    [
      "metadata that is no object",
      "/feed",
      { ...feed, metadata: [1] },
      "metadata: must be a JSON object; received an array",
    ],
    [
      "text for a boolean",
      "/wake",
      { note: "x", triggerTick: "true" },
      'triggerTick: must be true or false; received "true"',
    ],
  ])("%s", async (_name, path, body, expected) => {
    const app = setup();
    const error = await expectFailure(await post(app, path, body), 400, "VALIDATION_ERROR");
    expect(error).toBe(expected);
    expect(await eventCount(app)).toBe(0);
  });

  test("bytes that are not UTF-8", async () => {
    const response = await setup().fetch("/wake", {
      method: "POST",
      headers: { Authorization: `Bearer ${WRITE_TOKEN}`, "Content-Type": "application/json" },
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
    });
    expect(await expectFailure(response, 400, "VALIDATION_ERROR")).toBe("body: must be valid UTF-8");
  });

  test("JSON nested deeper than the call stack", async () => {
    const body = `{"type":"news","content":"x","metadata":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`;
    const error = await expectFailure(await post(setup(), "/feed", body), 400, "VALIDATION_ERROR");
    expect(error).toBe("metadata: must have at most 8 levels; received an object");
  });

  test.each([
    ["/logs?limit=0", 'limit: must be at least 1; received "0"'],
    ["/logs?limit=101", 'limit: must be at most 100; received "101"'],
    ["/logs?limit=2.5", 'limit: must be a whole number; received "2.5"'],
    ["/logs?limit=", 'limit: must be a number in digits, such as 20 or 0.5; received ""'],
    ["/logs?limit=-1", 'limit: must be a number in digits, such as 20 or 0.5; received "-1"'],
    ["/logs?limit=%2b5", 'limit: must be a number in digits, such as 20 or 0.5; received "+5"'],
    ["/logs?limit=1e1", 'limit: must be a number in digits, such as 20 or 0.5; received "1e1"'],
    ["/logs?limit=0x10", 'limit: must be a number in digits, such as 20 or 0.5; received "0x10"'],
    ["/logs?limit=NaN", 'limit: must be a number in digits, such as 20 or 0.5; received "NaN"'],
    ["/logs?offset=Infinity", 'offset: must be a number in digits, such as 20 or 0.5; received "Infinity"'],
    ["/logs?limit=5&limit=5", 'query: must not repeat a parameter; received "limit"'],
    ["/logs?mood=grumpy", undefined],
    ["/logs?mood=", undefined],
    ["/logs?routine=noon", undefined],
    ["/artifacts?type=poem", undefined],
    ["/logs?mood=%ff", 'query: must be percent-encoded UTF-8; received "%ff"'],
    ["/logs?mood=%", 'query: must be percent-encoded UTF-8; received "%"'],
    ["/logs?since=99999999999999999999", undefined],
    [`/logs?since=${"9".repeat(400)}`, undefined],
    ["/logs?__proto__=1", 'unknown query parameter "__proto__"'],
    ["/logs?toString=1", 'unknown query parameter "toString"'],
  ])("GET %s", async (path, expected) => {
    const error = await expectFailure(await setup().fetch(path), 400, "VALIDATION_ERROR");
    if (expected !== undefined) expect(error).toBe(expected);
  });

  test("a POST's query", async () => {
    const response = await post(setup(), "/wake?note=x", { note: "x" });
    expect(await expectFailure(response, 400, "VALIDATION_ERROR")).toBe('unknown query parameter "note"');
  });

  test.each([
    ["a path", (token: string) => `/${token}`],
    ["a path below ours", (token: string) => `/memories/${token}`],
    ["a parameter", (token: string) => `/memories?limit=${token}`],
    ["a parameter's name", (token: string) => `/memories?${token}=1`],
    ["a page's place", (token: string) => `/logs?offset=${token}`],
  ])("does not reveal whether %s is a token", async (_, target) => {
    const respond = async (token: string) => {
      const response = await setup().fetch(target(token));
      return { status: response.status, text: await response.text() };
    };
    const guess = (token: string) => `${token.slice(0, -1)}~`;
    for (const token of [WRITE_TOKEN, TICK_TOKEN])
      expect(await respond(token)).toEqual(await respond(guess(token)));
  });

  test.each([
    ["/memories?threshold=3.9e-39", "3.9e-39"],
    ["/memories?limit=0.00000000000000000000001e9", "0.00000000000000000000001e9"],
    ["/memories?type=Donaudampfschifffahrtsgesellschaft", "Donaudampfschifffahrtsgesellschaft"],
    ["/memories?minimumImportanceOfAll=1", "minimumImportanceOfAll"],
  ])("of GET %s shows what was received", async (path, received) => {
    const app = setup({ WRITE_TOKEN: "5f2b".repeat(16), TICK_TOKEN: "c09e".repeat(16) });
    expect(await expectFailure(await app.fetch(path), 400, "VALIDATION_ERROR")).toContain(`"${received}"`);
  });

  test("shows an unknown path", async () => {
    const app = setup({ WRITE_TOKEN: "5f2b".repeat(16), TICK_TOKEN: "c09e".repeat(16) });
    const response = await app.fetch("/v1/consciousness/thoughtss");
    expect(await expectFailure(response, 404, "NOT_FOUND")).toBe(
      'unknown path "/v1/consciousness/thoughtss"',
    );
  });

  test("never repeats a token that was sent in the wrong place", async () => {
    const response = await post(setup(), "/feed", { type: `x ${WRITE_TOKEN} ${TICK_TOKEN}`, content: "x" });
    const error = await expectFailure(response, 400, "VALIDATION_ERROR");
    expect(error).toContain('received "x [hidden] [hidden]"');
  });
});

describe("the body", () => {
  test("over 1 MiB is 413, though Content-Length lies", async () => {
    const app = setup();
    const response = await post(app, "/feed", " ".repeat(1024 * 1024 + 1), { "Content-Length": "2" });
    await expectFailure(response, 413, "VALIDATION_ERROR");
    expect(await eventCount(app)).toBe(0);
  });

  test("of exactly 1 MiB is read", async () => {
    const body = JSON.stringify({ note: "x" });
    const response = await post(setup(), "/wake", body + " ".repeat(1024 * 1024 - body.length));
    expect(response.status).toBe(200);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=latin1",
    "application/jsonp",
  ])("of type %s is 415", async (type) => {
    const app = setup();
    await expectFailure(
      await post(app, "/wake", { note: "x" }, { "Content-Type": type }),
      415,
      "VALIDATION_ERROR",
    );
    expect(await eventCount(app)).toBe(0);
  });

  test("of no type is 415", async () => {
    const response = await setup().fetch("/wake", {
      method: "POST",
      headers: { Authorization: `Bearer ${WRITE_TOKEN}` },
      // Bytes, because fetch sets a Content-Type for text.
      body: new TextEncoder().encode('{"note":"x"}'),
    });
    await expectFailure(response, 415, "VALIDATION_ERROR");
  });

  test.each(["Application/JSON", 'application/json; charset="UTF-8"', "application/vnd.anima+json"])(
    "of type %s is read",
    async (type) => {
      const response = await post(setup(), "/wake", { note: "x" }, { "Content-Type": type });
      expect(response.status).toBe(200);
    },
  );
});

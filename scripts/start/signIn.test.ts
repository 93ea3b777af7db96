import { describe, expect, test } from "vitest";
import type { ProgramRequest } from "convex-on-sqlite";
import { CODE_LIVES_MS, SignIn } from "./signIn";

const TOKENS = {
  tick: [{ token: "the-tick-token-of-the-test" }, { token: "another-tick-token" }],
  write: [{ name: "ana", token: "the-write-token-of-ana" }],
  read: [],
};
const HEADERS = { host: "127.0.0.1:3210", origin: "http://127.0.0.1:3210" };

function requestWith(code: unknown, over: Partial<ProgramRequest> = {}): ProgramRequest {
  return {
    method: "POST",
    headers: HEADERS,
    fromLoopback: true,
    requestId: "r",
    text: async () => JSON.stringify({ code }),
    ...over,
  };
}

describe("a sign-in link", () => {
  test("is exchanged for the first token of each class, once", async () => {
    const signIn = new SignIn(TOKENS);
    const code = signIn.issue();
    const first = await signIn.answer(requestWith(code));
    expect(await first.json()).toEqual({
      success: true,
      tokens: { tick: "the-tick-token-of-the-test", write: "the-write-token-of-ana" },
    });
    expect(first.headers.get("Cache-Control")).toBe("no-store");
    const second = await signIn.answer(requestWith(code));
    expect(second.status).toBe(401);
    expect(await second.text()).toContain("used before");
  });

  test("is void after ten minutes, and when another is issued", async () => {
    let now = 1_000;
    const signIn = new SignIn(TOKENS, () => now);
    const old = signIn.issue();
    now += CODE_LIVES_MS + 1;
    expect((await signIn.answer(requestWith(old))).status).toBe(401);
    const replaced = signIn.issue();
    const newest = signIn.issue();
    expect((await signIn.answer(requestWith(replaced))).status).toBe(401);
    expect((await signIn.answer(requestWith(newest))).status).toBe(200);
  });

  test("has a code of 256 random bits", () => {
    const signIn = new SignIn(TOKENS);
    expect(Buffer.from(signIn.issue(), "base64url")).toHaveLength(32);
    expect(signIn.issue()).not.toBe(signIn.issue());
  });

  test.each([
    ["another machine", { fromLoopback: false }],
    ["a proxy", { headers: { ...HEADERS, "x-forwarded-for": "203.0.113.7" } }],
    ["a public name", { headers: { host: "anima.example.org" } }],
    ["a page of another origin", { headers: { ...HEADERS, origin: "http://127.0.0.1:8080" } }],
  ])("works not from %s, and stays good", async (_, over: Partial<ProgramRequest>) => {
    const signIn = new SignIn(TOKENS);
    const code = signIn.issue();
    const refused = await signIn.answer(requestWith(code, over));
    expect(refused.status).toBe(401);
    expect(await refused.text()).not.toContain("token-of");
    expect((await signIn.answer(requestWith(code))).status).toBe(200);
  });

  test("can't be guessed at speed", async () => {
    let now = 0;
    const signIn = new SignIn(TOKENS, () => now);
    const code = signIn.issue();
    for (let i = 0; i < 10; i += 1) expect((await signIn.answer(requestWith(`no ${i}`))).status).toBe(401);
    const refused = await signIn.answer(requestWith(code));
    expect(refused.status).toBe(429);
    expect(refused.headers.get("Retry-After")).toBe("60");
    now += 60_000;
    expect((await signIn.answer(requestWith(code))).status).toBe(200);
  });

  test("says what is wrong with a request", async () => {
    const signIn = new SignIn(TOKENS);
    expect((await signIn.answer(requestWith("", { method: "GET" }))).headers.get("Allow")).toBe("POST");
    expect(await (await signIn.answer(requestWith(7))).text()).toContain("code: is required, as text");
    const noJson = requestWith("", { text: async () => "code=1" });
    expect(await (await signIn.answer(noJson)).text()).toContain("body: must be JSON");
  });
});

/** Tokens on every POST, over the real functions, and addresses. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventCount, expectFailure, post } from "../../test/functions/requests";
import { setup, TICK_TOKEN, WRITE_TOKEN } from "../../test/functions/setup";
import { bearerToken, countedAddress, forwardedAddress, sameBytes } from "./caller";

const POSTS = [
  { path: "/tick", token: TICK_TOKEN, body: {} },
  { path: "/wake", token: WRITE_TOKEN, body: { note: "Good morning." } },
  { path: "/feed", token: WRITE_TOKEN, body: { type: "news", content: "The harvest was good." } },
];

describe("tokens", () => {
  const wrong: [string, Record<string, string>][] = [
    ["missing", {}],
    ["empty", { Authorization: "" }],
    ["of another scheme", { Authorization: `Basic ${WRITE_TOKEN}` }],
    ["without its scheme", { Authorization: WRITE_TOKEN }],
    ["wrong", { Authorization: "Bearer wrong-wrong-wrong-wrong" }],
    ["right up to its last character", { Authorization: `Bearer ${WRITE_TOKEN.slice(0, -1)}` }],
    ["followed by another", { Authorization: `Bearer ${WRITE_TOKEN} ${WRITE_TOKEN}` }],
  ];
  test.each(wrong)("a token that is %s is 401 on every POST", async (_name, headers) => {
    const app = setup();
    for (const { path, body } of POSTS) {
      const response = await app.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
      const error = await expectFailure(response, 401, "UNAUTHORIZED");
      expect(error).not.toContain(WRITE_TOKEN.slice(0, -1));
      expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
    }
    expect(await eventCount(app)).toBe(0);
  });

  test("a valid token of the wrong class is 401", async () => {
    const app = setup();
    for (const { path, token, body } of POSTS) {
      const other = token === TICK_TOKEN ? WRITE_TOKEN : TICK_TOKEN;
      const response = await post(app, path, body, { Authorization: `Bearer ${other}` });
      await expectFailure(response, 401, "UNAUTHORIZED");
    }
  });

  test.each([undefined, ""])(
    "the tick token opens write endpoints where WRITE_TOKEN is %j",
    async (unset) => {
      const app = setup({ WRITE_TOKEN: unset });
      const response = await post(app, "/wake", { note: "x" }, { Authorization: `Bearer ${TICK_TOKEN}` });
      expect(response.status).toBe(200);
    },
  );

  test("an unset token matches nothing", async () => {
    const app = setup({ TICK_TOKEN: undefined, WRITE_TOKEN: undefined });
    for (const authorization of ["Bearer ", "Bearer undefined", "Bearer null"]) {
      const response = await post(app, "/tick", {}, { Authorization: authorization });
      await expectFailure(response, 401, "UNAUTHORIZED");
    }
  });

  test.each(["bearer ", "BEARER    "])("accepts the scheme %j", async (scheme) => {
    const response = await post(setup(), "/wake", { note: "x" }, { Authorization: scheme + WRITE_TOKEN });
    expect(response.status).toBe(200);
  });

  test("reports a wrong token before a wrong body", async () => {
    const response = await post(setup(), "/wake", "{", { Authorization: "Bearer no", "Content-Type": "x/y" });
    await expectFailure(response, 401, "UNAUTHORIZED");
  });
});

describe("bearerToken", () => {
  test("finds the token after any number of spaces", () => {
    const token = fc.stringMatching(/^[\x21-\x7e]+$/);
    fc.assert(
      fc.property(
        token,
        fc.constantFrom("Bearer", "bearer", "BEARER"),
        fc.integer({ min: 1, max: 9 }),
        (t, scheme, n) => {
          expect(bearerToken(scheme + " ".repeat(n) + t)).toBe(t);
        },
      ),
    );
  });

  test.each([
    null,
    "",
    "Bearer",
    "Bearer ",
    "Bearertoken",
    "Bearer a b",
    " Bearer a",
    "Bearer\ta",
    "Bearer é",
  ])("finds nothing in %j", (header) => expect(bearerToken(header)).toBeNull());
});

test("sameBytes finds a difference at any place", () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 32 });
  fc.assert(
    fc.property(bytes, fc.nat(), fc.nat({ max: 7 }), (a, place, bit) => {
      const b = a.map((byte, i) => (i === place % a.length ? byte ^ (1 << bit) : byte));
      expect(sameBytes(a, a.slice())).toBe(true);
      expect(sameBytes(a, b)).toBe(false);
      expect(sameBytes(a, a.slice(1))).toBe(false);
    }),
  );
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["203.0.113.9, 192.0.2.1", "192.0.2.1"],
  ["203.0.113.9,192.0.2.1:51234 ", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:DB8::1", "2001:db8:0:0::/64"],
  ["2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8:0:0::/64"],
  ["[2001:db8::1]", "2001:db8:0:0::/64"],
  ["[2001:db8::1]:443", "2001:db8:0:0::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
])("the address that the proxy appended to %j is %s", (header, expected) =>
  expect(forwardedAddress(header)).toBe(expected),
);

test.each([
  null,
  "",
  " ",
  "192.0.2.1,",
  "x".repeat(65),
  "192.0.2.1, a b",
  "unknown",
  "300.1.1.1",
  "1.2.3.4.",
  "1::2::3",
])("%j has no address", (header) => expect(forwardedAddress(header)).toBeNull());

test.each([
  [null, "unknown"],
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
])("a client at %j without a proxy counts as %s, whatever it forwards", (peer, expected) => {
  expect(countedAddress(peer, "203.0.113.9", { trustProxy: false })).toBe(expected);
});

test("behind a trusted proxy the forwarded address counts, or the proxy's where there is none", () => {
  expect(countedAddress("192.0.2.7", "203.0.113.9", { trustProxy: true })).toBe("203.0.113.9");
  expect(countedAddress("192.0.2.7", null, { trustProxy: true })).toBe("192.0.2.7");
});

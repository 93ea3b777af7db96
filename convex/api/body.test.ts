import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isJson, MAX_BODY_BYTES, parseBody, readBytes } from "./body";

const bytes = (text: string) => new TextEncoder().encode(text);
const JSON_TYPE = new Headers({ "Content-Type": "application/json" });

/** A request whose body arrives in these chunks, and the number of chunks read. */
function inPieces(pieces: readonly string[], headers: Record<string, string> = {}) {
  let given = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const piece = pieces[given++];
        if (piece === undefined) controller.close();
        else controller.enqueue(bytes(piece));
      },
    },
    { highWaterMark: 0 },
  );
  // A streamed body requires `duplex`, which some type definitions lack.
  const init = { method: "POST", body, headers, duplex: "half" as const };
  return { request: new Request("http://localhost/feed", init), given: () => given };
}

test("joins the chunks of a body in order", async () => {
  const { request } = inPieces(['{"a":', '"bc', 'd"', "}"]);
  expect(parseBody(await readBytes(request), JSON_TYPE)).toEqual({ a: "bcd" });
});

test("reads a body of 1 MiB, and nothing beyond", async () => {
  const quarter = "x".repeat(MAX_BODY_BYTES / 4);
  const whole = inPieces(Array.from({ length: 4 }, () => quarter));
  expect(await readBytes(whole.request)).toHaveLength(MAX_BODY_BYTES);
  const beyond = inPieces([...Array.from({ length: 4 }, () => quarter), "x", "never asked for"]);
  await expect(readBytes(beyond.request)).rejects.toMatchObject({ status: 413 });
  expect(beyond.given()).toBe(5);
});

test("parses any JSON object unchanged", () => {
  const object = fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ stringUnit: "grapheme" }));
  fc.assert(
    fc.property(object, (given) => {
      const text = JSON.stringify(given);
      expect(JSON.stringify(parseBody(bytes(text), JSON_TYPE))).toBe(text);
    }),
  );
});

test("any bytes are an object or an ApiError", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (wild) => {
      try {
        expect(parseBody(new Uint8Array(wild), JSON_TYPE)).toBeTypeOf("object");
      } catch (error) {
        expect(error).toHaveProperty("status", 400);
      }
    }),
  );
});

test("the last of repeated keys counts, as in JSON.parse", () => {
  expect(parseBody(bytes('{"a":1,"a":2}'), JSON_TYPE)).toEqual({ a: 2 });
});

test.each(["identity", "Identity", ""])("accepts the Content-Encoding %j", (coding) => {
  const headers = new Headers({ "Content-Type": "application/json", "Content-Encoding": coding });
  expect(parseBody(bytes('{"a":1}'), headers)).toEqual({ a: 1 });
});

test.each(["gzip", "deflate", "br", "identity, gzip", "aws-chunked"])(
  "a body with Content-Encoding %j is refused, even where its bytes happen to be JSON",
  (coding) => {
    const headers = new Headers({ "Content-Type": "application/json", "Content-Encoding": coding });
    expect(() => parseBody(bytes('{"a":1}'), headers)).toThrow(expect.objectContaining({ status: 415 }));
    expect(parseBody(bytes(""), headers)).toEqual({});
  },
);

test.each([
  ["application/json", true],
  ["APPLICATION/JSON;charset=UTF-8", true],
  ["application/json; charset=utf8; profile=x", true],
  ["application/json;", true],
  ["application/ld+json", true],
  ["application/json; charset=utf-16", false],
  ["text/json", false],
  ["application/json5", false],
  ["application/xjson", false],
  ["text/plain; application/json", false],
  ["", false],
  [null, false],
])("%j counts as JSON: %j", (type, expected) => expect(isJson(type)).toBe(expected));

import { convexToJson } from "convex/values";
import { expect, it } from "vitest";
import { toJsonFormat } from "./jsonFormat";

it("converts int64 to digits, bytes to base64 and special numbers to their names", () => {
  const value = {
    big: 2n ** 60n,
    negative: -1n,
    raw: new Uint8Array([1, 2]).buffer,
    odd: [NaN, -Infinity, -0],
    s: "x",
  };
  const outcome = toJsonFormat({ ok: true, value: JSON.stringify(convexToJson(value)), logLines: [] });
  if (!outcome.ok) throw new Error("a success stays one");
  expect(JSON.parse(outcome.value)).toEqual({
    big: "1152921504606846976",
    negative: "-1",
    raw: "AQI=",
    odd: ["NaN", "-Infinity", 0],
    s: "x",
  });
});

it("does not change strings that look like encoded values", () => {
  const value = JSON.stringify({ note: '{"$integer":"AAAAAAAAAAA="}' });
  expect(toJsonFormat({ ok: true, value, logLines: [] })).toEqual({ ok: true, value, logLines: [] });
});

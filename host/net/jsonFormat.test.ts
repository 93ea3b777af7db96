import { convexToJson } from "convex/values";
import { expect, it } from "vitest";
import { toJsonFormat } from "./jsonFormat";

it("shows int64 as digits, bytes as base64 and odd numbers by name", () => {
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

it("leaves a text that only looks special as it is", () => {
  const value = JSON.stringify({ note: '{"$integer":"AAAAAAAAAAA="}' });
  expect(toJsonFormat({ ok: true, value, logLines: [] })).toEqual({ ok: true, value, logLines: [] });
});

import { describe, expect, it } from "vitest";
import * as z from "zod";
import { quote } from "../lib/redact";
import { ApiError } from "./errors";
import { validate } from "./validate";

const schema = z.strictObject({
  seeds: z
    .array(z.strictObject({ id: z.string().min(2), from: z.strictObject({ day: z.int().min(1) }) }))
    .min(1),
  tags: z.array(z.string()).max(2).exactOptional(),
  place: z.strictObject({ name: z.string() }).exactOptional(),
});
const seed = { id: "ab", from: { day: 1 } };

function toldOf(input: unknown): string {
  try {
    return JSON.stringify(validate(schema, input, "field"));
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    return thrown.render({ requestId: "id", quote });
  }
}

describe("a broken rule", () => {
  it.each<[unknown, string]>([
    [{ seeds: [seed], more: 1 }, 'unknown field "more"'],
    [{ seeds: [seed, { ...seed, more: 1 }] }, 'unknown field "seeds[1].more"'],
    [{ seeds: [{ ...seed, from: { day: 1, hour: 2 } }] }, 'unknown field "seeds[0].from.hour"'],
    [{ seeds: [{ ...seed, from: { day: 1.5 } }] }, "seeds[0].from.day: must be a whole number; received 1.5"],
    [{ seeds: [{ ...seed, id: "a" }] }, 'seeds[0].id: must have at least 2 characters; received "a"'],
    [{ seeds: [] }, "seeds: must have at least 1 item; received an array"],
    [{ seeds: [seed], tags: ["a", "b", "c"] }, "tags: must have at most 2 items; received an array"],
    [{ seeds: [{ ...seed, from: { day: 0 } }] }, "seeds[0].from.day: must be at least 1; received 0"],
    [{ seeds: [seed], place: { name: 1 } }, "place.name: must be text; received 1"],
    [[seed], "body: must be an object; received an array"],
    [{}, "seeds: is required"],
  ])("is reported with the path of the field: %j", (input, error) => {
    expect(toldOf(input)).toBe(error);
  });
});

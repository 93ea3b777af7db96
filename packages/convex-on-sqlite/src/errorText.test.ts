import { describe, expect, it } from "vitest";
import { errorText } from "./errorText";

const circular: Record<string, unknown> = { name: "ring" };
circular["self"] = circular;
const hostile = new Proxy(
  {},
  {
    get: () => {
      throw new Error("no");
    },
    has: () => {
      throw new Error("no");
    },
  },
);

describe("the text of a thrown value", () => {
  it.each<[string, unknown, string]>([
    ["an error", new RangeError("too far"), "RangeError: too far"],
    ["a text", "text", "text"],
    ["nothing", undefined, "undefined"],
    ["null", null, "null"],
    ["a symbol", Symbol("s"), "Symbol(s)"],
    ["an object", { code: 1 }, '{"code":1}'],
    ["an object with a bigint", { a: 1n }, "{ a: 1n }"],
    ["a circular object", circular, "<ref *1> { name: 'ring', self: [Circular *1] }"],
    ["an object without a prototype", Object.create(null), "{}"],
    [
      "an error whose name is not a string",
      Object.assign(new Error("x"), { name: Symbol("q") }),
      "Symbol(q): x",
    ],
    [
      "an error whose message is not a string",
      { name: "E", message: Object.create(null) as unknown },
      "E: {}",
    ],
    ["a value that throws when read", hostile, "a value that can't be printed"],
  ])("describes %s", (_, thrown, text) => {
    expect(errorText(thrown)).toBe(text);
  });
});

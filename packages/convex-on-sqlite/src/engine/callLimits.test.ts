/** Limits of arguments and results, including those of short JSON texts. */
import { queryGeneric as query } from "convex/server";
import { v } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConvexJson } from "../types";
import { openTestEngine, temporaryFolder, testApp, type TestEngine } from "../../test/testApp";

const app = {
  take: query({ args: { value: v.any() }, handler: () => "taken" }),
  give: query({ args: { text: v.string() }, handler: (_ctx, { text }) => JSON.parse(text) as unknown }),
  giveChecked: query({
    args: { text: v.string() },
    returns: v.any(),
    handler: (_ctx, { text }) => JSON.parse(text) as unknown,
  }),
};

let folder: ReturnType<typeof temporaryFolder>;
let host: TestEngine;

beforeAll(async () => {
  folder = temporaryFolder();
  host = await openTestEngine(testApp({ "": { modules: { app } } }), folder.path);
});

afterAll(async () => {
  await host.close();
  folder.remove();
});

function nested(levels: number, wrap: (inner: ConvexJson) => ConvexJson): ConvexJson {
  let value: ConvexJson = 1;
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}

const fields = (count: number): ConvexJson =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [n.toString(36), 1]));

const REFUSED: readonly [string, ConvexJson, string][] = [
  [
    "65 nested lists",
    nested(65, (inner) => [inner]),
    "Value is too nested (nested 65 levels deep > maximum nesting 64)",
  ],
  ["65 nested objects", nested(65, (inner) => ({ a: inner })), "Value is too nested"],
  ["an object of 1,025 fields", fields(1_025), "Object has too many fields (1025 > maximum number 1024)"],
  ["half a surrogate pair", "\ud83d", "A string contains an unpaired surrogate"],
];

describe.each(REFUSED)("%s", (_, value, message) => {
  it("is rejected as an argument", async () => {
    await expect(host.query("app:take", { value })).rejects.toThrow(`ArgumentValidationError: ${message}`);
  });

  it.each(["app:give", "app:giveChecked"])("is rejected as a result of %s", async (name) => {
    // Stored as text, so that only the result is checked.
    const text = JSON.stringify(value);
    await expect(host.query(name, { text })).rejects.toThrow(`ReturnsValidationError: ${message}`);
  });
});

it("a field named __proto__, or a value that can't be serialized, fails only its call", async () => {
  const proto = JSON.parse('{"__proto__":{"$bytes":""}}') as ConvexJson;
  const unprintable = { $integer: nested(100_000, (inner) => [inner]) };
  for (const value of [[proto, "x".repeat(20_000)], unprintable]) {
    await expect(host.query("app:take", { value })).rejects.toThrow("Server Error\nUncaught ");
  }
});

describe.each<[string, ConvexJson]>([
  ["many lists side by side", Array.from({ length: 100 }, () => [[]])],
  ["many objects of few fields", Array.from({ length: 900 }, () => ({ a: 1, b: ":" }))],
  ["63 levels of lists", nested(63, (inner) => [inner])],
  ["an object of 1,024 fields", fields(1_024)],
  ["brackets and colons in a string", "[{:".repeat(2_000)],
  ["text that looks like an escape", "\\ud83d"],
  ["a whole surrogate pair", "😀"],
])("%s", (_, value) => {
  it("is accepted as an argument and a result", async () => {
    expect(await host.query("app:take", { value })).toBe("taken");
    expect(await host.query("app:give", { text: JSON.stringify(value) })).toEqual(value);
  });
});

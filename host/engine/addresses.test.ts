import { expect, it } from "vitest";
import { functionName } from "./addresses";

it.each([
  ["messages:list", "messages:list"],
  ["messages.js:list", "messages:list"],
  ["folder/messages", "folder/messages:default"],
  ["messages.js", "messages:default"],
  ["messages.ts:list", "messages.ts:list"],
])("knows a function under all names that Convex knows, and no other: %s", (name, known) => {
  expect(functionName(name)).toBe(known);
});

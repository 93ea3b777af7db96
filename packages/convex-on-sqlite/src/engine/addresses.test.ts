import { expect, it } from "vitest";
import { functionName } from "./addresses";

it.each([
  ["messages:list", "messages:list"],
  ["messages.js:list", "messages:list"],
  ["folder/messages", "folder/messages:default"],
  ["messages.js", "messages:default"],
  ["messages.ts:list", "messages.ts:list"],
])("accepts exactly the names of a function that Convex accepts: %s", (name, known) => {
  expect(functionName(name)).toBe(known);
});

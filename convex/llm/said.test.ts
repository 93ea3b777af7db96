import { describe, expect, test } from "vitest";
import { messageIn } from "./said";

describe("a provider's message is found", () => {
  test.each([
    ["in error.message", { error: { message: "No.", type: "invalid_request_error" } }],
    ["in error", { error: "No." }],
    ["at the top", { object: "error", message: "No.", type: "invalid_request" }],
    ["in a list", [{ error: { code: 400, message: "No.", status: "INVALID_ARGUMENT" } }]],
    ["in detail", { detail: "No." }],
    ["in the choice that failed", { choices: [{ error: { message: "No." }, message: { content: "" } }] }],
  ])("%s", (_, body) => {
    expect(messageIn(JSON.stringify(body))).toBe("No.");
  });

  test("with the field that it is about, and what a relay heard", () => {
    const detail = [
      { type: "literal_error", loc: ["body", "response_format"], msg: "Input should be 'text'" },
    ];
    expect(messageIn(JSON.stringify({ detail }))).toBe("body.response_format: Input should be 'text'");
    const error = { message: "Provider returned error", metadata: { raw: "no schemas" } };
    expect(messageIn(JSON.stringify({ error }))).toBe("Provider returned error: no schemas");
  });

  test("as plain text", () => {
    expect(messageIn("404 page not found\n")).toBe("404 page not found");
  });

  test.each([{}, [], { error: {} }, { error: null }, { choices: [{ message: { content: "Hello." } }] }])(
    "unless there is none: %j",
    (body) => {
      expect(messageIn(JSON.stringify(body))).toBe("");
    },
  );
});

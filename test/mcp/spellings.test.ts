/** The other spelling of verbs with particles. */
import { expect, test } from "vitest";
import { otherSpelling } from "../../mcp/spellings";

test.each([
  ["How do I roll back?", "How do I rollback?"],
  ["set up and log in", "setup and login"],
  ["the last rollback", "the last roll back"],
  ["set-up", "set up"],
  ["What is in the box?", null],
  ["Which package manager is used?", null],
])("%s", (query, other) => {
  expect(otherSpelling(query)).toBe(other);
});

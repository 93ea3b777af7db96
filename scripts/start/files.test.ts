import { expect, test } from "vitest";
import { requireFileLimit } from "./files";

test("a start that may open too few files is refused, by their number", () => {
  expect(() => requireFileLimit(24)).toThrow(/^this process may open only 24 files: allow it 64 or more/);
  requireFileLimit(64);
  requireFileLimit(Infinity);
  requireFileLimit();
});

import { expect, test } from "vitest";
import { requireFileLimit } from "./files";

test("rejects a start with too low a limit of open files", () => {
  expect(() => requireFileLimit(24)).toThrow(/^this process may open only 24 files: allow it 64 or more/);
  requireFileLimit(64);
  requireFileLimit(Infinity);
  requireFileLimit();
});

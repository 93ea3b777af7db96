import { expect, test } from "vitest";
import { requireFiles } from "./files";

test("a start that may open too few files is refused, by their number", () => {
  expect(() => requireFiles(24)).toThrow(/^this process may open only 24 files: allow it 64 or more/);
  requireFiles(64);
  requireFiles(Infinity);
  requireFiles();
});

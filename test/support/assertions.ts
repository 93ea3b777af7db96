/** A test that asserts nothing fails: one whose loop runs over a list that came out empty, as much as one without a word. */
import { beforeEach, expect } from "vitest";

// The tests that ship with packages are as they are.
if (expect.getState().testPath?.includes("node_modules") !== true) beforeEach(() => expect.hasAssertions());

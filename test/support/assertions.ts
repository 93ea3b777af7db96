/** A test without assertions fails, for example one that loops over an empty list. */
import { beforeEach, expect } from "vitest";

// Tests of packages are exempt.
if (expect.getState().testPath?.includes("node_modules") !== true) beforeEach(() => expect.hasAssertions());

/** The optional packages and a model for tests of embeddings on this machine: docs/development.md says how to get them. */
import { describe } from "vitest";

const { EMBEDDING_TEST_PACKAGES = "", EMBEDDING_TEST_MODEL = "" } = process.env;

/** A folder below which the packages are installed, and the folder of all-MiniLM-L6-v2. */
export const LOCAL = { packages: EMBEDDING_TEST_PACKAGES, model: EMBEDDING_TEST_MODEL };

const isThere = EMBEDDING_TEST_PACKAGES !== "" && EMBEDDING_TEST_MODEL !== "";

/** Skipped without them. `.ci/run` gets them, and says where it can't. */
export const describeLocal = isThere
  ? describe
  : (name: string, body: () => void) =>
      describe.skip(`${name} (skipped: EMBEDDING_TEST_PACKAGES and _MODEL are not set)`, body);

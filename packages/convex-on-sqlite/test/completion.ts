/** An ended call, for tests of what follows calls. */
import type { Completion } from "../src/engine/completion";

export const completion: Completion = {
  address: { componentPath: "", name: "notes:add" },
  kind: "mutation",
  inNode: false,
  requestId: "abc",
  executionId: "def",
  parentExecutionId: null,
  caller: "SyncWorker",
  status: "success",
  logLines: [],
  error: null,
  durationMs: 12,
  documents: new Map(),
};

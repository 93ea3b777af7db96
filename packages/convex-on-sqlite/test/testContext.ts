/** Execution contexts for tests of guarded globals. */
import { randomUUID } from "node:crypto";
import { UNCHANGED } from "../src/engine/callChanges";
import { internalCall } from "../src/engine/internalCall";
import type { FunctionKind } from "../src/types";
import type { ExecutionContext } from "../src/engine/context";
import { DeterministicGlobals } from "../src/engine/deterministicGlobals";

/** The time seen by queries and mutations. */
export const TEST_NOW_MS = 1_700_000_000_000;

/** The context of a call of `app:run`, with `overrides`. */
export function testContext(kind: FunctionKind, overrides: Partial<ExecutionContext> = {}): ExecutionContext {
  const refused = (): never => {
    throw new Error("This call has no syscalls.");
  };
  return {
    address: { componentPath: "", name: "app:run" },
    deterministic:
      kind === "query" || kind === "mutation"
        ? new DeterministicGlobals(TEST_NOW_MS, Uint32Array.of(1, 2, 3, 4))
        : null,
    logLines: [],
    syscalls: { syscall: refused, asyncSyscall: refused },
    ...UNCHANGED,
    meta: internalCall(randomUUID()).meta,
    ...overrides,
  };
}

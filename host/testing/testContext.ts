/** Contexts for tests of what functions see. */
import { randomUUID } from "node:crypto";
import { hostCall } from "../engine/hostCall";
import type { FunctionKind } from "../types";
import type { ExecutionContext } from "../engine/context";
import { seededRandom } from "../engine/random";

/** A call of `app:run`; `overrides` replace what a test is about. */
export function testContext(kind: FunctionKind, overrides: Partial<ExecutionContext> = {}): ExecutionContext {
  return {
    kind,
    address: { componentPath: "", name: "app:run" },
    nowMs: 1_700_000_000_000,
    random: seededRandom(Uint32Array.of(1, 2, 3, 4)),
    logLines: [],
    syscalls: null,
    meta: hostCall(randomUUID()).meta,
    ...overrides,
  };
}

/** Calls of the app's functions by the program that runs the host: any function, public or internal. */
import { randomUUID } from "node:crypto";
import { withoutRequestId } from "./engine/errors";
import type { Engine } from "./engine/engine";
import { internalCall } from "./engine/internalCall";
import type { ConvexObject, FunctionError } from "./types";

/** What calls need of an engine. */
export type Callee = Pick<Engine, "snapshot" | "mutation" | "action">;

/** A function of the app failed. */
export class FunctionFailed extends Error {
  override readonly name = "FunctionFailed";
  /** Whether the host is to blame, such as for a full disk, rather than the function: then the message holds advice. */
  readonly isInternal: boolean;

  constructor(error: FunctionError) {
    super(withoutRequestId(error));
    this.isInternal = error.internal === true;
  }
}

/**
 * Calls a function, such as "messages:send", and returns its result, which is JSON for all values that JSON has.
 * @throws {FunctionFailed}
 */
export async function callFunction(
  engine: Callee,
  kind: "query" | "mutation" | "action",
  name: string,
  args: ConvexObject = {},
): Promise<unknown> {
  const address = { componentPath: "", name };
  const options = internalCall(randomUUID());
  const outcome =
    kind === "query"
      ? await engine.snapshot((snapshot) => snapshot.query(address, args, options))
      : await engine[kind](address, args, options);
  if (!outcome.ok) throw new FunctionFailed(outcome.error);
  return JSON.parse(outcome.value) as unknown;
}

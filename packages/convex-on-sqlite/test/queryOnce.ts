/** Runs a query in its own snapshot, without a subscription. */
import type { Engine } from "../src/engine/engine";
import type { CallOptions, ConvexJson, FunctionAddress, QueryOutcome } from "../src/types";

export function queryOnce(
  engine: Pick<Engine, "snapshot">,
  address: FunctionAddress,
  args: ConvexJson,
  options: CallOptions,
): Promise<QueryOutcome> {
  return engine.snapshot((snapshot) => snapshot.query(address, args, options));
}

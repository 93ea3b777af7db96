/** Calls the agent's functions in this process, as its jobs do. */
import { internalCall } from "../../host/engine/internalCall";
import { queryOnce } from "../../test/host/queryOnce";
import type { Engine } from "../../host/engine/engine";
import type { ConvexJson } from "../../host/types";

/** The function's value. Throws if it failed. */
export async function call(
  engine: Engine,
  kind: "query" | "mutation",
  name: string,
  args: ConvexJson,
): Promise<unknown> {
  const address = { componentPath: "", name };
  const options = internalCall("0000000000000000");
  const outcome =
    kind === "query"
      ? await queryOnce(engine, address, args, options)
      : await engine.mutation(address, args, options);
  if (!outcome.ok) throw new Error(`${name} failed: ${outcome.error.message}`);
  return JSON.parse(outcome.value);
}

/** The host in a process of its own: `host-process.ts DATA_DIR FULL|NORMAL`, controlled by its parent. */
import { join } from "node:path";
import { internalCall } from "../src/engine/internalCall";
import { startHost } from "../src/host";
import { createLogger } from "../src/log";
import type { CallOptions, ConvexJson, Outcome } from "../src/types";
import { queryOnce } from "../test/queryOnce";
import { projectRoot } from "../../../scripts/start/root";
import { serve } from "./serve";
import type { Arguments, Subject } from "./subject";

const [dataDir, synchronous] = process.argv.slice(2);
if (dataDir === undefined || (synchronous !== "FULL" && synchronous !== "NORMAL")) {
  throw new Error("usage: host-process.ts DATA_DIR FULL|NORMAL");
}
const { engine, url, stop } = await startHost({
  functionsDir: join(projectRoot, "packages/convex-on-sqlite/bench/app/convex"),
  dataDir,
  outDir: join(projectRoot, ".host/bench-app"),
  hostname: "127.0.0.1",
  port: 0,
  env: {},
  log: createLogger({ json: true, level: "warn", write: (line) => process.stderr.write(line) }),
  synchronous,
});

const options = internalCall("0123456789abcdef");

type Call<T> = (
  address: { componentPath: string; name: string },
  args: ConvexJson,
  options: CallOptions,
) => Promise<T>;

/** Returns or throws like convex-test: the parsed value, or the error. */
function caller(call: Call<Outcome>): (name: string, args: Arguments) => Promise<unknown> {
  return async (name, args) => {
    const outcome = await call({ componentPath: "", name }, args as ConvexJson, options);
    if (!outcome.ok) throw new Error(outcome.error.message);
    return JSON.parse(outcome.value) as unknown;
  };
}

const subject: Subject = {
  query: caller((address, args, options) => queryOnce(engine, address, args, options)),
  mutation: caller(engine.mutation.bind(engine)),
  action: caller(engine.action.bind(engine)),
};
serve({ subject, url, stop: () => stop(0) });

/** What the admin interface keeps beside the engine: the log of calls and their figures, snapshots for download, imports. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { DATABASE_FILE, type Engine, type EngineOptions } from "../engine/engine";
import { Completions } from "./completions";
import { Exports } from "./exports";
import { Imports } from "./imports";
import { Metrics } from "./metrics";
import { serveAdmin } from "./routes";
import { systemFunctions } from "./systemFunctions";

export class AdminTools {
  readonly completions = new Completions();
  readonly metrics = new Metrics();
  readonly imports = new Imports();
  readonly exports: Exports;
  /** The engine's options that connect it to the admin interface. */
  readonly engineOptions: Pick<EngineOptions, "system" | "onBegin" | "onCompletion" | "onCacheHit">;

  /** @param host the variables that the app's functions see, and the host's own address */
  constructor(
    dataDir: string,
    host: { readonly env: Readonly<Record<string, string>>; readonly url: string },
  ) {
    const { completions, imports, metrics } = this;
    const exports = new Exports(join(dataDir, DATABASE_FILE));
    this.exports = exports;
    this.engineOptions = {
      system: (parts) => systemFunctions({ ...parts, ...host, exports, imports }),
      onBegin: (fn) => metrics.beginCall(fn),
      onCacheHit: (address) => metrics.addCacheHit(address),
      onCompletion: (completion) => {
        completions.add(completion);
        metrics.addCall(completion);
      },
    };
  }

  /** Serves a request of a caller who has shown the key. */
  async serve(engine: Engine, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    await serveAdmin({ engine, tools: this }, request, response, url);
  }

  close(): void {
    this.exports.close();
    this.completions.wake();
  }
}

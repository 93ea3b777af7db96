/** The newest ends of calls, in memory, for `npx convex logs` and the dashboard, which ask for those after a cursor. */
import { setTimeout } from "node:timers";
import type { Completion } from "../engine/completion";
import type { LogLine } from "../types";
import { moduleAndExport, udfTypeOf } from "./functions";

/** Limits what is kept: the number of calls, and the characters of their lines and errors. */
const MAX_ENTRIES = 1_000;
const MAX_CHARS = 4 * 1024 * 1024;

/** A request waits this long for the next entry: longer than a person notices, shorter than proxies allow. */
const WAIT_MS = 25_000;

interface Entry {
  /** Milliseconds since the epoch, strictly increasing: also the cursor behind it. */
  readonly at: number;
  /** The request that made the call; null if an action made it. */
  readonly requestId: string | null;
  readonly json: string;
}

export class Completions {
  private readonly entries: Entry[] = [];
  private chars = 0;
  /** A client that begins here gets only what is new; no cursor is 0, with which clients begin. */
  private last = Date.now();
  private waiting: (() => void)[] = [];
  private readonly waitMs: number;

  constructor(waitMs = WAIT_MS) {
    this.waitMs = waitMs;
  }

  add(completion: Completion): void {
    this.last = Math.max(Date.now(), this.last + 0.001);
    const json = JSON.stringify(entryOf(completion, this.last));
    const requestId = completion.parentExecutionId === null ? completion.requestId : null;
    this.entries.push({ at: this.last, requestId, json });
    this.chars += json.length;
    while (this.entries.length > MAX_ENTRIES || this.chars > MAX_CHARS)
      this.chars -= this.entries.shift()?.json.length ?? 0;
    this.wake();
  }

  /**
   * The entries after a cursor as JSON text; with `request`, only its own call. Waits for the next entry, except at cursor 0,
   * for a while or until `signal`.
   */
  async after(cursor: number, signal: AbortSignal, request: string | null = null): Promise<string> {
    if (cursor > 0 && this.last <= cursor) await this.next(signal);
    const found = this.entries
      .filter(({ at, requestId }) => at > cursor && (request === null || requestId === request))
      .map(({ json }) => json);
    return `{"entries":[${found.join(",")}],"newCursor":${Math.max(this.last, cursor)}}`;
  }

  /** Ends all waiting. */
  wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  private next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.waitMs).unref();
      const end = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.waiting.push(end);
      signal.addEventListener("abort", end, { once: true });
    });
  }
}

function entryOf(completion: Completion, at: number): object {
  const { address, kind, inNode, requestId, executionId, caller, parentExecutionId } = completion;
  const { error, status, durationMs } = completion;
  return {
    kind: "Completion",
    udfType: udfTypeOf({ kind }),
    componentPath: address.componentPath || null,
    identifier: kind === "httpAction" ? address.name : moduleAndExport(address.name),
    logLines: completion.logLines.map(structuredLine),
    timestamp: at / 1_000,
    executionTimestamp: (at - durationMs) / 1_000,
    cachedResult: false,
    caller,
    parentExecutionId,
    executionTime: durationMs / 1_000,
    success: error === null ? { status } : null,
    error,
    requestId,
    executionId,
    usageStats: NO_USAGE,
    returnBytes: null,
    occInfo: null,
    willRetry: false,
    identityType: "unknown",
    environment: inNode ? "node" : "isolate",
  };
}

function structuredLine({ level, text, isTruncated, atMs, nestedIn }: LogLine): object {
  const line = { messages: [text], level, timestamp: atMs, isTruncated };
  if (nestedIn === undefined) return line;
  const { componentPath, name } = nestedIn;
  return { ...line, udfPath: moduleAndExport(name), componentPath: componentPath || undefined };
}

/** This host bills nothing. */
const NO_USAGE = {
  ...{ databaseReadBytes: 0, databaseWriteBytes: 0, databaseReadDocuments: 0 },
  ...{ storageReadBytes: 0, storageWriteBytes: 0, vectorIndexReadBytes: 0, vectorIndexWriteBytes: 0 },
  memoryUsedMb: 0,
};

/** Serves measurement requests of the parent process. */
import { callsPerSecond, caseNamed, longestStall } from "./cases";
import { requestSchema, type Subject, type SubjectReply, type SubjectRequest, type Table } from "./subject";

/** Rows per mutation, which may write 16 MiB at most. */
const BATCH = 500;

export interface Measured {
  readonly subject: Subject;
  readonly url: string | null;
  stop(): Promise<void>;
}

/** Reports that the engine is ready, and serves the parent's requests until told to stop or the parent ends. */
export function serve(served: Measured): void {
  process.on("message", (message: unknown) => {
    const request = requestSchema.parse(message);
    answer(served, request).then(
      (result) => send({ kind: "done", result }),
      (error: unknown) => send({ kind: "failed", message: String(error) }),
    );
  });
  process.once("disconnect", () => process.exit());
  send({ kind: "ready", url: served.url });
}

async function answer({ subject, stop }: Measured, request: SubjectRequest): Promise<number> {
  switch (request.kind) {
    case "fill":
      return fill(subject, request.table, request.rows);
    case "measure":
      return callsPerSecond(caseNamed(request.name), subject, request.durationMs);
    case "once":
      return 1000 / (await callsPerSecond(caseNamed(request.name), subject, 0));
    case "stall":
      return longestStall(caseNamed(request.name), subject, request.durationMs);
    case "stop":
      await stop();
      return 0;
  }
}

async function fill(subject: Subject, table: Table, rows: number): Promise<number> {
  const startedAt = performance.now();
  for (let from = 0; from < rows; from += BATCH) {
    await subject.mutation(`fill:${table}`, { from, count: Math.min(BATCH, rows - from) });
  }
  return (rows / (performance.now() - startedAt)) * 1000;
}

function send(reply: SubjectReply): void {
  process.send?.(reply);
}

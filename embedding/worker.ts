/** The process that computes embeddings, so that neither loading a model nor computing blocks the service. */
import { ensureFiles } from "./download";
import { loadPackages } from "./packages";
import { Cancelled, Jobs, type Job } from "./jobs";
import { EmbedderError, type EmbedderEvent, type EmbedderRequest, type LoadOptions } from "./protocol";
import { EmbeddingSession } from "./session";

if (process.send === undefined) throw new Error("worker.ts runs as a child; embedder.ts starts it.");

// It ends with the service, however that ends. Signals are for the service, which answers what is under way first.
process.on("disconnect", () => process.exit(0));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
let loaded: Promise<EmbeddingSession> | null = null;
const jobs = new Jobs(embed);

process.on("message", (request: EmbedderRequest) => {
  if (request.kind === "load") {
    loaded = load(request);
    loaded.then(() => tell({ kind: "ready" }), fail);
  } else if (request.kind === "embed") jobs.add(request);
  else jobs.cancel(request.id);
});

async function load(options: LoadOptions): Promise<EmbeddingSession> {
  const { folder, download } = options;
  // Nothing is downloaded for packages that are not there.
  loadPackages(options);
  if (download !== null)
    await ensureFiles({
      ...download,
      folder,
      onProgress: (bytes, total) => tell({ kind: "downloading", bytes, total }),
    });
  tell({ kind: "loading" });
  return await EmbeddingSession.load(options);
}

async function embed({ id, texts }: Job, between: () => Promise<void>): Promise<void> {
  try {
    const session = await loaded;
    if (session === null) throw new Error("No model was to be loaded.");
    const { vectors, tokens } = await session.embed(texts, between);
    const data = vectors.map((vector, index) => ({
      object: "embedding",
      index,
      // Six digits are what a float32 has.
      embedding: vector.map((value) => Number(value.toFixed(6))),
    }));
    const usage = { prompt_tokens: tokens, total_tokens: tokens };
    tell({ kind: "embedded", id, body: JSON.stringify({ object: "list", data, usage }) });
  } catch (thrown) {
    if (thrown instanceof Cancelled) return;
    tell({ kind: "refused", id, reason: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

/** Tells why, and ends: the service starts it again later. */
function fail(thrown: unknown): void {
  if (!(thrown instanceof EmbedderError)) throw thrown;
  process.send?.({ kind: "failed", reason: thrown.message } satisfies EmbedderEvent, () => process.exit(0));
}

function tell(event: EmbedderEvent): void {
  if (process.connected) process.send?.(event);
}

/** Tries embeddings on this machine, as the service would compute them. */
import { createLogger } from "convex-on-sqlite/process";
import { areInstalled } from "../embedding/packages";
import type { EmbeddingEndpoint } from "../convex/lib/settings";
import { tryProvider } from "../providers/trial";
import type { Finding } from "../providers/verdict";
import { startEmbedder } from "../scripts/start/embedder";
import { hasFiles, type LocalEmbedding } from "../scripts/start/localEmbedding";

/** Loading the model takes a second or two. */
const TRIAL_MS = 60_000;

export async function tryLocal(
  { load, size }: LocalEmbedding,
  endpoint: EmbeddingEndpoint,
): Promise<Finding[]> {
  const { name } = load.model;
  if (!areInstalled(load.packages))
    return [
      {
        level: "trouble",
        text: `${name} on this machine: its packages are not installed`,
        advice: load.install,
      },
    ];
  if (!hasFiles({ load }))
    return [
      {
        level: "note",
        text: `${name} is not there yet`,
        advice: `the service downloads it when it starts (${size ?? ""})`,
      },
    ];
  // What goes wrong is among the findings.
  const log = createLogger({ json: true, level: "error", write: () => undefined });
  // A damaged file is for the service to fetch anew.
  const embedder = startEmbedder({ ...load, download: null }, log);
  try {
    const send: typeof fetch = (input, init) => embedder.answer(new Request(input, init));
    // Loaded before it is timed.
    const body = JSON.stringify({ input: "How are you?" });
    await send(`${endpoint.baseUrl}/embeddings`, { method: "POST", body });
    return (await tryProvider("embedding", { ...endpoint, fetch: send }, TRIAL_MS)).findings;
  } finally {
    embedder.stop();
  }
}

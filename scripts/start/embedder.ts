/** The process that computes embeddings, and what people are told of it. */
import { fork } from "node:child_process";
import { LOCAL_EMBEDDING_ORIGIN } from "../../convex/lib/settings";
import { Embedder, type EmbedderState } from "../../embedding/embedder";
import { areInstalled, notInstalled } from "../../embedding/packages";
import type { LoadOptions } from "../../embedding/protocol";
import type { Logger, OwnOrigins } from "convex-on-sqlite";
import { entryPoint } from "./entryPoint";
import { hasFiles, type LocalEmbedding } from "./localEmbedding";

/** Tokens and keys are no business of the process. */
const PASSED_ON = /^(PATH|HOME|SystemRoot|TMPDIR|NODE_EXTRA_CA_CERTS|NODE_USE_ENV_PROXY|(HTTPS?|NO)_PROXY)$/i;

export function startEmbedder(
  load: LoadOptions,
  log: Logger,
  onState?: (state: EmbedderState) => void,
): Embedder {
  const { file, args } = entryPoint("embedding");
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)));
  const start = () => fork(file, args, { env, execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  return new Embedder({ start, load, log, ...(onState === undefined ? {} : { onState }) });
}

export interface HostEmbedder {
  /** What answers the app's requests. */
  readonly origins: OwnOrigins;
  readonly start: () => void;
  readonly stop: () => void;
}

/** The service's embedder, not started yet; null where it has none. */
export function embedderOn(embedding: LocalEmbedding | null, log: Logger): HostEmbedder | null {
  if (embedding === null) return null;
  let embedder: Embedder | null = null;
  const answer = async (request: Request): Promise<Response> => {
    if (embedder === null) throw new Error("The embedder is not started.");
    return await embedder.answer(request);
  };
  return {
    origins: new Map([[LOCAL_EMBEDDING_ORIGIN, answer]]),
    start: () => {
      embedder = startEmbedder(embedding.load, log, progressOn(process.stderr, embedding.load.model.name));
    },
    stop: () => embedder?.stop(),
  };
}

/** How the banner names the search that a start with this setting has. */
export function localSearchText(embedding: LocalEmbedding): string {
  const { model, packages } = embedding.load;
  if (!areInstalled(packages))
    return `by words; for ${model.name} on this machine: ${notInstalled(embedding.load)}`;
  if (!hasFiles(embedding))
    return `by words, and by meaning once ${model.name} is downloaded (${embedding.size ?? ""})`;
  return `by words and meaning (${model.name} on this machine)`;
}

/** Shows on a terminal how far the download has come. Logs get its end. */
export function progressOn(
  stream: Pick<NodeJS.WriteStream, "isTTY" | "write">,
  name: string,
): (state: EmbedderState) => void {
  let shown = false;
  return (state) => {
    if (!stream.isTTY) return;
    if (state.kind === "downloading") {
      const share = state.total === 0 ? 1 : state.bytes / state.total;
      const bar = "#".repeat(Math.round(share * WIDTH)).padEnd(WIDTH, ".");
      const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(0);
      stream.write(`\r\u001b[K${name} [${bar}] ${megabytes(state.bytes)} of ${megabytes(state.total)} MB`);
      shown = true;
    } else if (shown) {
      stream.write("\r\u001b[K");
      shown = false;
    }
  };
}

const WIDTH = 30;

/** Fetches a model's files once: under another name, checked, then renamed, so that a kill leaves none that is half a file. */
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { EmbedderError, type Download, type ModelFile } from "./protocol";

export interface DownloadOptions extends Download {
  /** Created if missing. */
  readonly folder: string;
  /** Bytes so far, of all files together. Called once a megabyte or so. */
  readonly onProgress: (bytes: number, total: number) => void;
  /** A connection that sends nothing for so long has failed. Default: 30,000. */
  readonly silenceMs?: number;
}

const SILENCE_MS = 30_000;
const PROGRESS_BYTES = 1_000_000;

/**
 * Checks the files that are there by their checksums, and downloads the others.
 * @throws {EmbedderError} where one can't be fetched or written, or is not the one that was expected
 */
export async function ensureFiles(options: DownloadOptions): Promise<void> {
  const { folder, files, onProgress } = options;
  const missing: ModelFile[] = [];
  for (const file of files) if (!(await isThere(join(folder, nameOf(file)), file))) missing.push(file);
  if (missing.length === 0) return;
  const total = missing.reduce((sum, { bytes }) => sum + bytes, 0);
  let [done, told] = [0, 0];
  onProgress(done, total);
  const onBytes = (bytes: number): void => {
    done += bytes;
    if (done - told < PROGRESS_BYTES && done < total) return;
    told = done;
    onProgress(done, total);
  };
  for (const file of missing) await fetchFile(file, options, onBytes);
}

/** All files of a model stand in one folder. */
export function nameOf({ path }: ModelFile): string {
  return basename(path);
}

async function isThere(path: string, { sha256 }: ModelFile): Promise<boolean> {
  if (!existsSync(path)) return false;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex") === sha256;
}

async function fetchFile(
  file: ModelFile,
  { baseUrl, folder, silenceMs = SILENCE_MS }: DownloadOptions,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const url = `${baseUrl}/${file.path}`;
  const target = join(folder, nameOf(file));
  const partial = `${target}.partial`;
  try {
    await mkdir(folder, { recursive: true });
    const hash = createHash("sha256");
    const written = await open(partial, "w");
    try {
      for await (const chunk of chunksOf(url, file.bytes, silenceMs)) {
        hash.update(chunk);
        await written.write(chunk);
        onBytes(chunk.length);
      }
      await written.sync();
    } finally {
      await written.close();
    }
    const found = hash.digest("hex");
    if (found !== file.sha256)
      throw new EmbedderError(
        `what ${url} sends is not the expected file: its SHA-256 is ${found}, not ${file.sha256}`,
      );
    await rename(partial, target);
  } catch (thrown) {
    await rm(partial, { force: true });
    if (thrown instanceof EmbedderError) throw thrown;
    throw new EmbedderError(`${url} can't be downloaded to ${folder} (${causeOf(thrown)})`, {
      cause: thrown,
    });
  }
}

async function* chunksOf(url: string, bytes: number, silenceMs: number): AsyncGenerator<Uint8Array> {
  const controller = new AbortController();
  const give = (): void => controller.abort(new Error(`nothing came for ${silenceMs / 1_000} s`));
  let timer = setTimeout(give, silenceMs);
  try {
    const response = await fetch(url, { signal: controller.signal });
    if (!response.ok || response.body === null) throw new Error(`it answers ${response.status}`);
    let received = 0;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      clearTimeout(timer);
      timer = setTimeout(give, silenceMs);
      received += chunk.length;
      if (received > bytes) throw new Error(`it sends more than ${bytes} bytes`);
      yield chunk;
    }
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

/** The system's code, such as ENOTFOUND or ENOSPC, else the message. */
function causeOf(thrown: unknown): string {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if ("code" in error && typeof error.code === "string" && /^E[A-Z_]+$/.test(error.code)) return error.code;
  return thrown instanceof Error ? thrown.message : String(thrown);
}

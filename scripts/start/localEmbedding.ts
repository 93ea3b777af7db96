/** The host's settings for embeddings that are computed on this machine. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { quoteSetting } from "../../convex/lib/redact";
import { LOCAL_EMBEDDING_ORIGIN, SettingError } from "../../convex/lib/settings";
import { nameOf } from "../../embedding/download";
import type { LoadOptions } from "../../embedding/protocol";
import { NO_KEY } from "../../providers/choice";
import {
  DEFAULT_LOCAL_MODEL,
  installCommand,
  LOCAL_MODELS,
  localModel,
  sizeOf,
} from "../../providers/localModels";
import type { Variables } from "convex-on-sqlite/env";

export const EMBEDDING_VARIABLES = [
  "EMBEDDING_MODEL_PATH",
  "EMBEDDING_MODEL_URL",
  "EMBEDDING_PACKAGES",
  "EMBEDDING_THREADS",
] as const;

export interface LocalEmbedding {
  readonly load: LoadOptions;
  /** What a download amounts to, such as `24 MB`; null for a folder that a person has filled. */
  readonly size: string | null;
  /** The agent's variables with which it finds the host's embedder. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Null unless EMBEDDING_PROVIDER is `local`.
 * @param pathOf resolves a path of a variable
 * @throws {SettingError}
 */
export function localEmbedding(
  variables: Variables,
  dataDir: string,
  pathOf: (name: string, text: string) => string,
): LocalEmbedding | null {
  if (variables.EMBEDDING_PROVIDER !== "local") return null;
  const given = (name: (typeof EMBEDDING_VARIABLES)[number]): string | null => {
    const value = variables[name];
    return value === undefined ? null : pathOf(name, value);
  };
  const path = given("EMBEDDING_MODEL_PATH");
  const name = variables.EMBEDDING_MODEL ?? (path === null ? DEFAULT_LOCAL_MODEL : basename(path));
  const known = localModel(name);
  if (known === null && path === null)
    throw new SettingError(
      "EMBEDDING_MODEL",
      `must be one of ${LOCAL_MODELS.map(({ name }) => name).join(", ")} where EMBEDDING_PROVIDER is local, not ${quoteSetting(name)}; EMBEDDING_MODEL_PATH names the folder of any other`,
    );
  const { queryPrefix = "", documentPrefix = "" } = known ?? {};
  const packages = given("EMBEDDING_PACKAGES") ?? join(dataDir, "packages");
  return {
    load: {
      // Most sentence-embedding models take the mean, and 512 tokens.
      model: { name, pooling: known?.pooling ?? "mean", maxTokens: known?.maxTokens ?? 512 },
      folder: path ?? join(dataDir, "models", name),
      download:
        known === null || path !== null
          ? null
          : {
              baseUrl: `${server(variables.EMBEDDING_MODEL_URL)}/${known.repository}/resolve/${known.revision}`,
              files: known.files,
            },
      packages,
      install: installCommand(packages),
      threads: threads(variables.EMBEDDING_THREADS ?? "1"),
    },
    size: known === null || path !== null ? null : sizeOf(known),
    env: {
      EMBEDDING_BASE_URL: `${LOCAL_EMBEDDING_ORIGIN}/v1`,
      EMBEDDING_API_KEY: NO_KEY,
      EMBEDDING_MODEL: name,
      EMBEDDING_QUERY_PREFIX: variables.EMBEDDING_QUERY_PREFIX ?? queryPrefix,
      EMBEDDING_DOCUMENT_PREFIX: variables.EMBEDDING_DOCUMENT_PREFIX ?? documentPrefix,
    },
  };
}

/** Whether nothing has to be downloaded, as far as the files' names tell. */
export function hasFiles({ load: { download, folder } }: Pick<LocalEmbedding, "load">): boolean {
  return download === null || download.files.every((file) => existsSync(join(folder, nameOf(file))));
}

/** A mirror has the same paths. */
function server(text: string | undefined): string {
  if (text === undefined) return "https://huggingface.co";
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, "");
  throw new SettingError(
    "EMBEDDING_MODEL_URL",
    `must be an http or https address that has Hugging Face's paths, not ${quoteSetting(text)}`,
  );
}

function threads(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) > 0) return Number(text);
  throw new SettingError("EMBEDDING_THREADS", `must be a whole number from 1, not ${quoteSetting(text)}`);
}

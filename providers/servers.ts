/** Model servers on this machine or at a given address: which program answers there, and which models it has. */
import { boundedFetch } from "../convex/llm/response";
import { parseJson } from "../convex/llm/extractJson";
import { llamaContext, modelsOf, withLoaded, type ServerModel } from "./listing";
import { LOCAL_ORIGINS } from "./localOrigins";

export type { ServerModel } from "./listing";

export const SERVER_NAMES = {
  ollama: "Ollama",
  lmstudio: "LM Studio",
  llamacpp: "llama.cpp",
  other: "an OpenAI-compatible server",
} as const;

export type ServerKind = keyof typeof SERVER_NAMES;

export interface FoundServer {
  readonly kind: ServerKind;
  /** With its `/v1`, as LLM_BASE_URL wants it. */
  readonly baseUrl: string;
  readonly models: readonly ServerModel[];
}

/** The servers that answer, in the order of the addresses. */
export async function findServers(
  origins: readonly string[] = Object.values(LOCAL_ORIGINS),
): Promise<FoundServer[]> {
  const found = await Promise.all(origins.map((origin) => serverAt(`${origin}/v1`)));
  return found.filter((server) => server !== null);
}

/** The server at an address, or null where nothing there lists models. The key goes to this address alone. */
export async function serverAt(baseUrl: string, apiKey?: string): Promise<FoundServer | null> {
  const root = baseUrl.replace(/\/v1$/, "");
  const read = (url: string) => readJson(url, apiKey);
  // Nothing but a local program has these paths; asked in turn, three absent ones would cost three time-outs.
  const [standard, tags, running, current, older, props] = await Promise.all([
    read(`${baseUrl}/models`),
    ...["api/tags", "api/ps", "api/v1/models", "api/v0/models", "props"].map((path) =>
      root === baseUrl ? null : read(`${root}/${path}`),
    ),
  ]);
  const ollama = modelsOf("ollama", tags);
  if (ollama !== null) return { kind: "ollama", baseUrl, models: withLoaded(ollama, running) };
  const studio = modelsOf("lmstudio", current) ?? modelsOf("lmstudioV0", older);
  if (studio !== null) return { kind: "lmstudio", baseUrl, models: studio };
  const models = modelsOf("openai", standard);
  if (models === null) return null;
  const context = llamaContext(props);
  if (context === null) return { kind: "other", baseUrl, models };
  return { kind: "llamacpp", baseUrl, models: models.map((model) => ({ ...model, context })) };
}

/** A local server answers at once, but one that loads a model may take a moment. */
const TIMEOUT_MS = 4_000;

/** Null for whatever is no JSON answer. Redirects are not followed: an address stands for itself. */
async function readJson(url: string, apiKey: string | undefined): Promise<unknown> {
  try {
    const response = await boundedFetch(
      url,
      {
        headers: apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` },
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      () => undefined,
    );
    return response.ok ? (parseJson(await response.text())?.value ?? null) : null;
  } catch {
    // Nothing listens there, or something that is no model server.
    return null;
  }
}

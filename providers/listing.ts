/** The lists of models that Ollama, LM Studio, llama.cpp and OpenAI-compatible servers give, in one form. */
import * as z from "zod";

export interface ServerModel {
  readonly name: string;
  readonly use: "chat" | "embedding";
  /** Tokens of prompt and answer that it takes as it is loaded; absent where the server does not say. */
  readonly context?: number;
  /** The most that it could be loaded with. */
  readonly maxContext?: number;
  /** Its size in the server's words, such as 8.2B. */
  readonly size?: string;
}

const name = z.string().min(1).max(200);
const tokens = z.int().positive().optional().catch(undefined);
const word = z.string().optional().catch(undefined);

/** Entries that are not as expected are left out, so that one strange model hides no other. */
function listOf<Entry extends z.ZodType>(entry: Entry) {
  return z.array(z.unknown()).transform((items) =>
    items
      .flatMap((item) => {
        const parsed = entry.safeParse(item);
        return parsed.success ? [parsed.data] : [];
      })
      .slice(0, MAX_MODELS),
  );
}

/** OpenRouter lists some 400. */
const MAX_MODELS = 1_000;

const ollamaModel = z
  .object({
    name,
    details: z.object({ family: word, parameter_size: word }).optional().catch(undefined),
    capabilities: z.array(z.string()).optional().catch(undefined),
  })
  .transform(({ name, details, capabilities }) =>
    model(name, {
      embeds: capabilities?.includes("embedding") ?? /bert/i.test(details?.family ?? ""),
      size: details?.parameter_size,
    }),
  );

const studioModel = z
  .object({
    key: name,
    type: word,
    params_string: z.string().nullish().catch(undefined),
    max_context_length: tokens,
    loaded_instances: z
      .array(z.object({ config: z.object({ context_length: tokens }) }))
      .optional()
      .catch(undefined),
  })
  .transform(({ key, type, params_string, max_context_length, loaded_instances }) =>
    model(key, {
      embeds: type === "embedding",
      size: params_string ?? undefined,
      context: loaded_instances?.[0]?.config.context_length,
      maxContext: max_context_length,
    }),
  );

const studioV0Model = z
  // Others, whose lists this path may answer with, know no state.
  .object({
    id: name,
    state: z.string(),
    type: word,
    max_context_length: tokens,
    loaded_context_length: tokens,
  })
  .transform(({ id, type, max_context_length, loaded_context_length }) =>
    model(id, {
      embeds: type === "embeddings",
      context: loaded_context_length,
      maxContext: max_context_length,
    }),
  );

/** Beyond the name each provider has fields of its own: vLLM, OpenRouter, Groq, Mistral, llama.cpp. */
const openaiModel = z
  .object({
    id: name,
    max_model_len: tokens,
    context_length: tokens,
    context_window: tokens,
    max_context_length: tokens,
    meta: z.object({ n_ctx_train: tokens }).nullish().catch(undefined),
  })
  .transform(({ id, max_model_len, context_length, context_window, max_context_length, meta }) =>
    model(id, {
      context: max_model_len ?? context_length ?? context_window ?? max_context_length,
      maxContext: meta?.n_ctx_train,
    }),
  );

const LISTS = {
  ollama: z.object({ models: listOf(ollamaModel) }).transform(({ models }) => models),
  lmstudio: z.object({ models: listOf(studioModel) }).transform(({ models }) => models),
  lmstudioV0: z
    .object({ data: listOf(studioV0Model) })
    .transform(({ data }) => data)
    .refine((models) => models.length > 0),
  openai: z.object({ data: listOf(openaiModel) }).transform(({ data }) => data),
};

/** The models of an answer; null where it is no list of this kind. */
export function modelsOf(kind: keyof typeof LISTS, answer: unknown): ServerModel[] | null {
  const parsed = LISTS[kind].safeParse(answer);
  return parsed.success ? parsed.data : null;
}

const ollamaRunning = z.object({ models: listOf(z.object({ name, context_length: tokens })) });

/** Ollama says of loaded models alone how many tokens they take (`GET /api/ps`). */
export function withLoaded(models: readonly ServerModel[], answer: unknown): ServerModel[] {
  const running = ollamaRunning.safeParse(answer).data?.models ?? [];
  return models.map((model) => {
    const context = running.find(({ name }) => name === model.name)?.context_length;
    return context === undefined ? model : { ...model, context };
  });
}

const llamaProps = z.object({ default_generation_settings: z.object({ n_ctx: z.int().positive() }) });

/** Tokens of one of llama.cpp's slots (`GET /props`); null where this is another server's answer. */
export function llamaContext(answer: unknown): number | null {
  return llamaProps.safeParse(answer).data?.default_generation_settings.n_ctx ?? null;
}

/** Names of embedding models, for servers that don't say what a model is for. */
const EMBEDDING_NAME = /embed|minilm|\bbge\b|\bgte\b|\be5\b/i;

function model(
  name: string,
  about: {
    embeds?: boolean | undefined;
    size?: string | undefined;
    context?: number | undefined;
    maxContext?: number | undefined;
  },
): ServerModel {
  const { embeds = false, size, context, maxContext } = about;
  return {
    name,
    use: embeds || EMBEDDING_NAME.test(name) ? "embedding" : "chat",
    ...(context === undefined ? {} : { context }),
    ...(maxContext === undefined ? {} : { maxContext }),
    ...(size === undefined || size === "" ? {} : { size }),
  };
}

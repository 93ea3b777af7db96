/** GET /settings: what is configured. */
import * as z from "zod";
import { currentSettings } from "../../lib/currentSettings";
import type { ProviderEndpoint } from "../../lib/settings";
import { emptyInput, getEndpoint, type Endpoint } from "../route";
import { count } from "../schemas/common";
import { share } from "../schemas/fields";

const provider = z
  .strictObject({ name: z.string(), baseUrl: z.string().meta({ description: "With its `/v1`" }) })
  .meta({ id: "Provider", description: "A model and where it is asked" });

export const settings: Endpoint = getEndpoint({
  operationId: "getSettings",
  tag: "State and health",
  summary: "Read the settings",
  description:
    "What the agent's environment variables say, without tokens and keys. They are read when the service starts.",
  answer: "The settings.",
  example: {},
  query: emptyInput,
  response: z
    .strictObject({
      model: provider.exactOptional().meta({ description: "Absent where the agent keeps a journal" }),
      embedding: provider.exactOptional().meta({ description: "Absent where search goes by words" }),
      agentName: z.string(),
      persona: z.string(),
      timeZone: z.string(),
      autonomy: z.boolean(),
      noteScope: z.enum(["sender", "shared"]),
      dailyTokens: count.exactOptional().meta({ description: "Absent without a limit" }),
      dedupThreshold: share("Likeness at which two memories are one"),
      readingIsOpen: z.boolean().meta({ description: "Whether reading needs no token" }),
      rateLimits: z
        .strictObject({ tick: count, write: count, read: count })
        .meta({ id: "RateLimits", description: "Requests a minute and caller; 0 is no limit" }),
      corsOrigins: z
        .array(z.string())
        .exactOptional()
        .meta({ description: "Origins whose pages may use it; absent for those of its machine" }),
      trustProxy: z.boolean().meta({ description: "Whether a proxy tells the caller's address" }),
      webhookAddresses: z.enum(["any", "public"]),
    })
    .meta({ id: "Settings", description: "What is configured, without secrets" }),
  handle: async () => {
    const { llm, embedding, agentName, persona, timeZone, autonomy, noteScope, ...limits } =
      currentSettings();
    const { dailyTokens, dedupThreshold, rateLimits, corsOrigins, trustProxy, tokens } = limits;
    return {
      ...(llm === null ? {} : { model: shown(llm) }),
      ...(embedding === null ? {} : { embedding: shown(embedding) }),
      ...{ agentName, persona, timeZone, autonomy, noteScope },
      ...(dailyTokens === null ? {} : { dailyTokens }),
      ...(corsOrigins === null ? {} : { corsOrigins }),
      ...{ dedupThreshold, rateLimits, trustProxy },
      readingIsOpen: tokens.read.length === 0,
      webhookAddresses: limits.anyWebhookAddress ? ("any" as const) : ("public" as const),
    };
  },
});

function shown({ model, baseUrl }: ProviderEndpoint): z.infer<typeof provider> {
  return { name: model, baseUrl };
}

/** POST /setup/probe and POST /setup/try: which models could be put to use. */
import * as z from "zod";
import { NO_KEY, variablesFor } from "../../../providers/choice";
import { LOCAL_ORIGINS, type LocalKind } from "../../../providers/localOrigins";
import { findServers, SERVER_NAMES } from "../../../providers/servers";
import { tryProvider } from "../../../providers/trial";
import { unconfigured } from "../../../providers/verdict";
import { internal } from "../../_generated/api";
import { withoutKey } from "../../idempotency/idempotency";
import { bestEffort } from "../../lib/bestEffort";
import { currentSettings } from "../../lib/currentSettings";
import * as Machine from "../../lib/machine";
import type { ProviderEndpoint } from "../../lib/settings";
import { invalid } from "../errors";
import { runIdempotent } from "../idempotencyKey";
import { emptyInput, postEndpoint, type Endpoint } from "../route";
import { count, text } from "../schemas/common";

const tag = "State and health";

const serverModel = z.strictObject({
  name: z.string(),
  use: z.enum(["chat", "embedding"]),
  context: count.exactOptional().meta({ description: "Tokens that it takes as it is loaded" }),
  maxContext: count.exactOptional().meta({ description: "Tokens that it could be loaded with" }),
  size: z
    .string()
    .exactOptional()
    .meta({ description: "Its parameters in the server's words, such as 8.2B" }),
});

const kinds = Object.keys(LOCAL_ORIGINS) as [LocalKind, ...LocalKind[]];

const found = z
  .strictObject({
    kind: z.enum(Object.keys(SERVER_NAMES) as [keyof typeof SERVER_NAMES, ...(keyof typeof SERVER_NAMES)[]]),
    baseUrl: z.string(),
    models: z.array(serverModel),
  })
  .meta({ id: "ModelServer", description: "A model server that answers" });

export const probe: Endpoint = postEndpoint({
  operationId: "findModelServers",
  tag,
  summary: "Look for model servers",
  description:
    "Looks for Ollama, LM Studio and llama.cpp's server on the machine that the service runs on, at their usual ports (11434, 1234, 8080) and nowhere else, and lists their models. On Convex there is no such machine.",
  answer: "What was found.",
  example: { body: {} },
  body: emptyInput,
  response: z
    .strictObject({
      local: z.boolean().meta({ description: "Whether there is a machine to look on; false on Convex" }),
      servers: z.array(found),
    })
    .meta({ id: "ModelServers", description: "Model servers on the service's machine" }),
  handle: (ctx, _body, claimed) =>
    runIdempotent(ctx, claimed, async () => {
      await ctx.runMutation(internal.audit.functions.record, withoutKey(claimed));
      const local = Machine.isOneMachine();
      const servers = local ? await findServers() : [];
      return { local, servers: servers.map(({ models, ...server }) => ({ ...server, models: [...models] })) };
    }),
});

const trialRequest = z
  .strictObject({
    role: z.enum(["model", "embedding"]),
    server: z
      .enum(kinds)
      .exactOptional()
      .meta({ description: "A server on the service's machine; without it what is configured is tried" }),
    model: text(200).exactOptional().meta({ description: "A model of that server" }),
  })
  .meta({ id: "ModelToTry", description: "Which model to try" });

const finding = z
  .strictObject({
    level: z.enum(["ok", "note", "trouble"]).meta({ description: "`trouble`: it can't be used like this" }),
    text: z.string(),
    advice: z.string().exactOptional().meta({ description: "What to do" }),
  })
  .meta({ id: "Finding", description: "What a trial shows" });

export const tryOne: Endpoint = postEndpoint({
  operationId: "tryModel",
  tag,
  summary: "Try a model",
  description:
    "Asks a language model what a small tick asks, or has an embedding model embed six texts, and says what it can and can't: structured output, memory, speed, context; dimensions and likeness. Takes as long as the model does. The tokens count as `probe` in `GET /usage`. Nothing is stored, and no setting changes: `settings` are lines for `.env.local`, which is read when the service starts.",
  answer: "What the trial shows.",
  example: { body: { role: "model" } },
  body: trialRequest,
  response: z
    .strictObject({
      findings: z.array(finding),
      settings: z
        .array(z.string())
        .meta({ description: "Lines that put it to use; none for what is configured" }),
    })
    .meta({ id: "ModelTrial", description: "What a model can and can't" }),
  handle: (ctx, request, claimed) => {
    const endpoint = endpointOf(request);
    return runIdempotent(ctx, claimed, async () => {
      await ctx.runMutation(internal.audit.functions.record, withoutKey(claimed));
      if (endpoint === null) return { findings: [unconfigured(request.role)], settings: [] };
      const tried = await tryProvider(request.role, endpoint, endpoint.timeoutMs ?? TRIAL_MS);
      const purpose = tried.role === "model" ? "probe" : "embedding";
      await bestEffort("the calls of a trial were not counted", () =>
        ctx.runMutation(internal.llm.functions.countCalls, { entries: [{ purpose, ...tried.spent }] }),
      );
      if (request.server === undefined) return { findings: tried.findings, settings: [] };
      const variables = variablesFor(
        { role: request.role, ...endpoint },
        tried.role === "model" ? tried.trial : undefined,
      );
      const settings = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
      return { findings: tried.findings, settings };
    });
  },
});

/** A model is loaded by its first call, which may take minutes. */
const TRIAL_MS = 120_000;

/** What is configured, if anything is, or a fixed port of this machine: a caller can't name any other address. */
function endpointOf({ role, server, model }: z.output<typeof trialRequest>): ProviderEndpoint | null {
  if (server !== undefined) {
    if (!Machine.isOneMachine())
      throw invalid("server", "can't be reached from Convex: set the address of a hosted provider");
    if (model === undefined) throw invalid("model", "is required with server");
    return { baseUrl: `${LOCAL_ORIGINS[server]}/v1`, apiKey: NO_KEY, model };
  }
  if (model !== undefined) throw invalid("server", "is required with model");
  const { llm, embedding } = currentSettings();
  return role === "model" ? llm : embedding;
}

/** Helpers for tests of ticks: an agent with the test model, its requests and the shapes of its responses. */
import * as z from "zod";
import { ARTIFACT_TYPES, MOODS, ROUTINES } from "../../mind/enums";
import type { Fault, ModelCall, ModelServer } from "./model-server";
import type { Answer } from "./request";
import { startService, type Service } from "./service";

export const MODEL = "stub-model";
export const KEY = "a-provider-key-of-some-length";

const percent = z.number().min(0).max(100);
const share = z.number().min(0).max(1);
const artifact = z.strictObject({ type: z.enum(ARTIFACT_TYPES), content: z.string().min(1) });
export const tickResponse = z.strictObject({
  tickId: z.string(),
  success: z.literal(true),
  mood: z.enum(MOODS),
  health: percent,
  volatility: share,
  summary: z.string().min(1),
  detail: z.string().min(1),
  remark: z.string().min(1).optional(),
  duration: z.number().nonnegative(),
  artifacts: z.array(artifact),
});
export const errorResponse = z.strictObject({
  success: z.literal(false),
  error: z.string().min(1),
  code: z.string(),
});
const feedResponse = z.object({ success: z.literal(true), feedId: z.string(), healthChange: z.number() });
const wakeResponse = z.object({
  success: z.literal(true),
  acknowledged: z.literal(true),
  tickTriggered: z.boolean(),
});
export const state = z.strictObject({
  mood: z.enum(MOODS),
  health: percent,
  routine: z.enum(ROUTINES),
  volatility: share,
  summary: z.string().min(1),
  updatedAt: z.number(),
});
const logEntry = z.strictObject({
  tickId: z.string(),
  _id: z.string(),
  mood: z.enum(MOODS),
  health: percent,
  routine: z.enum(ROUTINES),
  summary: z.string().min(1),
  detail: z.string().min(1),
  remark: z.string().optional(),
  timestamp: z.number(),
  quietSince: z.number().optional(),
});
const logPage = z.strictObject({ logs: z.array(logEntry), total: z.number(), hasMore: z.boolean() });
export const artifactPage = z.strictObject({
  artifacts: z.array(
    z.strictObject({
      _id: z.string(),
      type: z.enum(ARTIFACT_TYPES),
      content: z.string(),
      tickId: z.string(),
      timestamp: z.number(),
    }),
  ),
  total: z.number(),
  hasMore: z.boolean(),
});
export const memoryPage = z.object({
  memories: z.array(
    z.object({
      _id: z.string(),
      type: z.string(),
      content: z.string(),
      confidence: z.number(),
      metadata: z.record(z.string(), z.unknown()),
      lastAccessedAt: z.number(),
    }),
  ),
  total: z.number(),
});
const healthReport = z.object({
  status: z.enum(["ok", "degraded"]),
  model: z.string(),
  lastTick: z.number(),
  tickCount: z.number(),
  checks: z.object({ model: z.string(), tick: z.string(), schedule: z.string(), lock: z.string() }),
});

/** Sets these faults. Other answers cite no event, which is right without events. */
export const setFaults = (model: ModelServer, ...faults: readonly Fault[]): Promise<void> =>
  model.set([...faults, { kind: "fills", value: { basedOn: [] } }]);

/** Resets the model to a healthy state without recorded calls. */
export async function resetModel(model: ModelServer): Promise<void> {
  await model.reset();
  await setFaults(model);
}

export function startAgent(model: ModelServer, env: Readonly<Record<string, string>> = {}): Promise<Service> {
  return startService({
    env: { LLM_API_KEY: KEY, LLM_BASE_URL: model.baseUrl, LLM_MODEL: MODEL, ...env },
  });
}

export const tick = (service: Service): Promise<Answer> =>
  service.post("/tick", undefined, { token: service.tokens.tick });

export async function feed(service: Service, content: string): Promise<z.infer<typeof feedResponse>> {
  const body = { type: "news", content, impact: "high" };
  return (await service.post("/feed", body, { token: service.tokens.write })).as(feedResponse);
}

export async function wake(service: Service, body: object): Promise<z.infer<typeof wakeResponse>> {
  return (await service.post("/wake", body, { token: service.tokens.write })).as(wakeResponse);
}

export const healthOf = async (service: Service): Promise<z.infer<typeof healthReport>> =>
  (await service.get("/health")).as(healthReport);

export const logOf = async (service: Service): Promise<z.infer<typeof logPage>> =>
  (await service.get("/logs?limit=100")).as(logPage);

/** The messages of a role in a model call. */
export function messagesOf(call: ModelCall | undefined, role: "system" | "user"): string {
  const body = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) });
  const { messages } = body.parse(JSON.parse(call?.text ?? "{}"));
  return messages
    .filter((message) => message.role === role)
    .map((message) => message.content)
    .join("\n");
}

/** GET /metrics, for Prometheus. */
import { internal } from "../../_generated/api";
import { currentSettings } from "../../lib/currentSettings";
import { isOneMachine } from "../../lib/machine";
import type { Figures } from "../../service/metrics";
import { CONTENT_TYPE, render, samplesBy, type Metric, type Sample } from "../../service/prometheus";
import { emptyInput, getEndpoint, type Endpoint } from "../route";
import { processTotals } from "../requestTotals";

export const metrics: Endpoint = getEndpoint({
  operationId: "getMetrics",
  tag: "State and health",
  summary: "Read figures for Prometheus",
  description:
    "Requests by rate class, ticks by outcome, calls and tokens by purpose, queues, webhooks, counts, the agent's health and feeling, and the checks of `GET /health`, in the text format 0.0.4. The host that runs the service may add its own.",
  answer: "The figures.",
  answerType: "text/plain",
  ...{ query: emptyInput, response: emptyInput },
  handle: async (ctx) => {
    const figures = await ctx.runQuery(internal.service.functions.metrics, { now: Date.now() });
    const { rateLimits } = currentSettings();
    const requests = { ...figures.requests };
    for (const [rateClass, limit] of Object.entries(rateLimits))
      if (limit === 0 || isOneMachine()) requests[rateClass] = processTotals()[rateClass] ?? 0;
    return new Response(render(metricsOf({ ...figures, requests })), {
      headers: { "Content-Type": CONTENT_TYPE },
    });
  },
});

export function metricsOf(figures: Figures): Metric[] {
  const { report, usage, queues, webhooks, totals, latents } = figures;
  const { running = 0, ...ended } = figures.ticks;
  const tokens = Object.entries(usage).flatMap(([purpose, { input, output }]): Sample[] => [
    { labels: { purpose, direction: "input" }, value: input },
    { labels: { purpose, direction: "output" }, value: output },
  ]);
  const calls = Object.entries(usage).map(([purpose, spent]) => [purpose, spent.calls]);
  const checks = Object.entries(report.checks).map(([check, state]) => [
    check,
    state === "ok" || state === "lexical" ? 1 : 0,
  ]);
  const gauge = (name: string, help: string, samples: number | readonly Sample[]): Metric => ({
    name: `anima_${name}`,
    help,
    type: "gauge",
    samples: typeof samples === "number" ? [{ value: samples }] : samples,
  });
  const counter = (name: string, help: string, samples: number | readonly Sample[]): Metric => ({
    ...gauge(name, help, samples),
    type: "counter",
  });
  const midnight = "since midnight in AGENT_TIMEZONE, when it begins at 0 again.";
  return [
    gauge("info", "The version and the language model.", [
      { labels: { version: report.version, model: report.model }, value: 1 },
    ]),
    gauge("up_seconds", "Seconds since the service started.", report.uptime),
    gauge("healthy", "1 while the status of GET /health is ok.", report.status === "ok" ? 1 : 0),
    gauge("check_ok", "The checks of GET /health.", samplesBy("check", Object.fromEntries(checks))),
    gauge("agent_health", "The agent's health, 0 to 100.", report.health),
    gauge("agent_volatility", "How much the mood has moved recently, 0 to 1.", figures.volatility),
    gauge(
      "agent_feeling",
      "Valence, -1 to 1; arousal and curiosity, 0 to 1.",
      samplesBy("part", { ...latents }),
    ),
    counter(
      "requests_total",
      "Requests within the limit of their rate class. They begin at 0 with the process; on Convex only those of a class without a limit do.",
      samplesBy("class", figures.requests),
    ),
    counter("ticks_total", "Ticks by outcome.", samplesBy("outcome", ended)),
    gauge("ticks_running", "Ticks that run now.", running),
    gauge("last_tick_timestamp_seconds", "When a tick last succeeded; 0 for never.", report.lastTick / 1_000),
    counter(
      "model_calls_total",
      `Calls to providers, ${midnight}`,
      samplesBy("purpose", Object.fromEntries(calls)),
    ),
    counter("model_tokens_total", `Tokens as providers report them, ${midnight}`, tokens),
    gauge(
      "queue_length",
      "What waits: texts for vectors (counted up to 1000) and events for a tick (up to 100).",
      samplesBy("queue", queues),
    ),
    gauge(
      "webhook_waiting",
      "Push events that a webhook has not passed yet.",
      webhooks.map(({ id, waiting }) => ({ labels: { webhook: id }, value: waiting })),
    ),
    gauge(
      "webhook_active",
      "0 where a webhook was switched off.",
      webhooks.map(({ id, active }) => ({ labels: { webhook: id }, value: active ? 1 : 0 })),
    ),
    counter("push_events_total", "Events for webhooks and the event stream.", totals.pushEvents),
    gauge("memories", "Memories by type.", samplesBy("type", figures.memories)),
    gauge("themes", "Core memories.", totals.themes),
    gauge("memory_links", "Links between memories.", totals.links),
    gauge("knowledge_items", "Items of knowledge.", totals.knowledge),
    gauge("thoughts", "Thoughts, reflections among them.", totals.thoughts),
    gauge("brilliant_thoughts", "Brilliant thoughts.", totals.brilliant),
  ];
}

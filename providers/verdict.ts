/** What a trial shows, in sentences: for `anima setup`, `anima doctor` and the console alike. */
import { LOCAL_OFFER } from "./localModels";
import type { EmbeddingTrial } from "./embeddingTrial";
import type { ModelTrial } from "./modelTrial";
import type { ServerKind, ServerModel } from "./servers";

export interface Finding {
  /** `trouble`: it can't be used like this. `note`: it can, and is not good at this. */
  readonly level: "ok" | "note" | "trouble";
  readonly text: string;
  /** What to do. */
  readonly advice?: string;
}

/** What the server says of the model, as far as it does. */
export type About = Pick<ServerModel, "context" | "maxContext">;

/** A tick with many memories and a long conversation, and its answer, fit into this many tokens. */
const FULL_TICK_TOKENS = 8_192;

/** Beyond this share of the time-out, a longer tick may fail. */
const SLOW_SHARE = 0.5;

export function modelFindings(trial: ModelTrial, about: About = {}, kind: ServerKind = "other"): Finding[] {
  if (trial.outcome === "failed" && !trial.unusable) return [unreached(trial.model, trial.reason)];
  return [structure(trial), ...memory(trial), speed(trial), context(trial, about, kind)];
}

function unreached(model: string, reason: string): Finding {
  return { level: "trouble", text: `${model}: ${reason}`, advice: adviceFor(reason) };
}

function adviceFor(reason: string): string {
  if (/\b401\b|\b403\b|key was refused/.test(reason)) return "check the key";
  if (/\b404\b/.test(reason)) return "check the model's name, and that the address ends with /v1";
  if (/\b429\b/.test(reason)) return "check the provider's limits and credit";
  if (/did not answer within|timed out/.test(reason))
    return "set LLM_TIMEOUT to more seconds, or take another model";
  if (/too long/.test(reason)) return `load the model with a context of ${FULL_TICK_TOKENS} tokens or more`;
  return /could not be reached/.test(reason)
    ? "check the address and the network, and that the server runs"
    : "look into the server's log, or try again later";
}

const ASKED = {
  json_schema: "as the schema that the server takes",
  json_object: "in JSON mode, where the server does not enforce the schema",
  text: "by the prompt alone, because the server takes neither schema nor JSON mode",
} as const;

function structure({ model, outcome, reason, format }: ModelTrial): Finding {
  if (outcome === "failed")
    return {
      level: "trouble",
      text: `${model} does not keep the schema of a tick: ${reason}`,
      advice: "take a larger model, or none: the agent then keeps a journal",
    };
  if (outcome === "repaired")
    return {
      level: "note",
      text: `${model} keeps the schema of a tick at the second try, asked ${ASKED[format]}`,
      advice: "expect ticks that fail now and then",
    };
  const level = format === "json_schema" ? "ok" : "note";
  return { level, text: `${model} keeps the schema of a tick, asked ${ASKED[format]}` };
}

/** Whether it understands what it is shown; of an answer that is none, there is nothing to say. */
function memory({ outcome, recalls }: ModelTrial): Finding[] {
  if (outcome === "failed") return [];
  if (recalls) return [{ level: "ok", text: "answers a note from memory" }];
  return [
    {
      level: "note",
      text: "does not find in memory what a note asks for",
      advice: "expect replies and memories that are wrong; take a larger model",
    },
  ];
}

function speed({ ms, timeoutMs, calls, outputTokens }: ModelTrial): Finding {
  const rate = tokensPerSecond({ ms, outputTokens });
  const text = `${seconds(ms)} for a small tick${rate === null ? "" : `, ${rate} tokens a second`}`;
  if (ms / calls <= timeoutMs * SLOW_SHARE) return { level: "ok", text };
  return { level: "note", text, advice: `set LLM_TIMEOUT=${timeoutFor(ms / calls)}` };
}

/** Of the whole call, reading the prompt included. Null where the provider reports no tokens. */
export function tokensPerSecond({
  ms,
  outputTokens,
}: Pick<ModelTrial, "ms" | "outputTokens">): number | null {
  return outputTokens === 0 || ms === 0 ? null : Number(((1_000 * outputTokens) / ms).toPrecision(2));
}

/** LLM_TIMEOUT in seconds for a model whose small tick takes so long: three times as much, within its range. */
export function timeoutFor(callMs: number): number {
  return Math.min(600, Math.max(30, 10 * Math.ceil((3 * callMs) / 10_000)));
}

function context({ inputTokens }: ModelTrial, { context, maxContext }: About, kind: ServerKind): Finding {
  if (context === undefined) {
    const most = maxContext === undefined ? "" : ` (the model could take ${figure(maxContext)})`;
    return { level: "ok", text: `the server does not say how long a context it takes${most}` };
  }
  const text = `takes ${figure(context)} tokens of context`;
  if (context >= FULL_TICK_TOKENS) return { level: "ok", text };
  const needs = `a full tick needs ${figure(FULL_TICK_TOKENS)}`;
  const advice = LONGER[kind];
  return inputTokens >= context * 0.9
    ? { level: "trouble", text: `${text}: too few even for a small tick`, advice }
    : { level: "note", text: `${text}: ${needs}`, advice };
}

/** How each program is told to take more. */
const LONGER: { readonly [kind in ServerKind]: string } = {
  ollama: `start Ollama with OLLAMA_CONTEXT_LENGTH=${2 * FULL_TICK_TOKENS}: it cuts longer prompts without a word`,
  lmstudio: `load the model in LM Studio with a context length of ${2 * FULL_TICK_TOKENS}`,
  llamacpp: `start llama.cpp's server with -c ${2 * FULL_TICK_TOKENS} -np 1: the context is shared among its slots`,
  other: "have the server take more",
};

export function embeddingFindings(trial: EmbeddingTrial): Finding[] {
  const { model, reason, width, paraphrases, strangers, ms, texts } = trial;
  if (reason !== "") return [unreached(model, reason)];
  const likeness = `paraphrases ${paraphrases.toFixed(2)} and more, strangers ${strangers.toFixed(2)} at most`;
  return [
    { level: "ok", text: `${model} makes vectors of ${figure(width)} numbers` },
    paraphrases > strangers
      ? { level: "ok", text: `tells what is alike: ${likeness}` }
      : {
          level: "note",
          text: `does not tell paraphrases from strangers: ${likeness}`,
          advice: "take an embedding model; language models make poor vectors",
        },
    { level: "ok", text: `${seconds(ms)} for ${texts} short texts` },
  ];
}

const WITHOUT = {
  model: "none: the agent keeps a journal",
  embedding: "none: search and duplicates go by words",
} as const;

/** What there is to say where nothing is configured for a role. */
export function unconfigured(role: keyof typeof WITHOUT): Finding {
  const here = role === "embedding" ? `; or ${LOCAL_OFFER}` : "";
  return { level: "note", text: WITHOUT[role], advice: `for one: anima setup${here}` };
}

/** All findings in one: the worst level, every text, and what to do. */
export function summaryOf(findings: readonly Finding[]): Finding {
  const level =
    (["trouble", "note"] as const).find((level) => findings.some((one) => one.level === level)) ?? "ok";
  const advice = findings.flatMap(({ advice = [] }) => advice).join("; ");
  const text = findings.map(({ text }) => text).join("; ");
  return { level, text, ...(advice === "" ? {} : { advice }) };
}

function seconds(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

function figure(value: number): string {
  return value.toLocaleString("en-US");
}

/** What is said of trials, without any server. */
import { describe, expect, test } from "vitest";
import { likenesses } from "./embeddingTrial";
import type { ModelTrial } from "./modelTrial";
import { embeddingFindings, modelFindings, summaryOf, timeoutFor } from "./verdict";

const strong: ModelTrial = {
  ...{ model: "m", outcome: "kept", reason: "", unusable: false, format: "json_schema", recalls: true },
  ...{ calls: 1, inputTokens: 2_000, outputTokens: 300, ms: 6_000, timeoutMs: 30_000 },
};
const LARGE = { context: 32_768 };

const saidOf = (
  changes: Partial<ModelTrial>,
  about: { context?: number } = LARGE,
  kind: "ollama" | "other" = "other",
) => summaryOf(modelFindings({ ...strong, ...changes }, about, kind));

describe("a language model", () => {
  test("that does all of it is praised, with its speed and context", () => {
    expect(saidOf({})).toEqual({
      level: "ok",
      text: "m keeps the schema of a tick, asked as the schema that the server takes; answers a note from memory; 6.0 s for a small tick, 50 tokens a second; takes 32,768 tokens of context",
    });
  });

  test.each([
    ["needs a second try", { outcome: "repaired" }, "expect ticks that fail"],
    ["is asked by JSON mode alone", { format: "json_object" }, undefined],
    ["misses what memory holds", { recalls: false }, "take a larger model"],
    ["takes most of the time-out", { ms: 20_000 }, "set LLM_TIMEOUT=60"],
  ] as const)("gets a note where it %s", (_, changes, advice) => {
    const said = saidOf(changes);
    expect(said.level).toBe("note");
    if (advice !== undefined) expect(said.advice).toContain(advice);
  });

  test.each([
    ["the provider answered 401", "check the key"],
    ["no such model or address (404): check LLM_BASE_URL and LLM_MODEL", "check the model's name"],
    ["the provider did not answer within 30 s", "LLM_TIMEOUT"],
    ["the provider could not be reached (ECONNREFUSED)", "that the server runs"],
    ["the prompt is too long for this model (400)", "8192"],
  ])("that fails gets advice: %s", (reason, advice) => {
    expect(saidOf({ outcome: "failed", reason })).toMatchObject({
      level: "trouble",
      advice: expect.stringContaining(advice),
    });
  });

  test("with a short context is told of it, and is no use where the prompt fills it", () => {
    expect(saidOf({}, { context: 4_096 }, "ollama")).toMatchObject({
      level: "note",
      advice: expect.stringContaining("OLLAMA_CONTEXT_LENGTH"),
    });
    expect(saidOf({ inputTokens: 2_048 }, { context: 2_048 })).toMatchObject({ level: "trouble" });
  });

  test("has a time-out within the setting's range", () => {
    expect([0, 4_000, 25_000, 900_000].map(timeoutFor)).toEqual([30, 30, 80, 600]);
  });
});

describe("an embedding model", () => {
  const trial = { model: "e", reason: "", width: 384, texts: 6, tokens: 60, calls: 1, ms: 40 };

  test("is judged by its paraphrases and strangers", () => {
    const pairs = [
      [1, 0],
      [0.8, 0.6],
      [0, 1],
      [-0.6, 0.8],
    ];
    const { paraphrases, strangers } = likenesses(pairs);
    expect([paraphrases, strangers]).toEqual([expect.closeTo(0.8), expect.closeTo(0.6)]);
    expect(summaryOf(embeddingFindings({ ...trial, paraphrases, strangers })).level).toBe("ok");
    const blind = { ...trial, paraphrases: 0.9, strangers: 0.95 };
    expect(summaryOf(embeddingFindings(blind))).toMatchObject({ level: "note" });
  });
});

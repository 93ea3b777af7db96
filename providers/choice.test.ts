/** Which model is suggested, which settings it needs, and how the service is said to stand. */
import { describe, expect, test } from "vitest";
import { suggested, variablesFor } from "./choice";
import type { ModelTrial } from "./modelTrial";
import type { ServerModel } from "./servers";
import { faultsOf, standingOf } from "./standing";

const chat = (name: string, context?: number): ServerModel => ({
  name,
  use: "chat",
  ...(context === undefined ? {} : { context }),
});
const embedding = (name: string): ServerModel => ({ name, use: "embedding" });

describe("the suggested model", () => {
  test("is a known good one, else a loaded one, else the first", () => {
    const models = [embedding("bge"), chat("a"), chat("b", 4_096)];
    expect(suggested([...models, chat("gpt-5-mini")], "model")?.name).toBe("gpt-5-mini");
    expect(suggested(models, "model")?.name).toBe("b");
    expect(suggested([chat("a"), chat("c")], "model")?.name).toBe("a");
    expect(suggested(models, "embedding")?.name).toBe("bge");
    expect(suggested([chat("a")], "embedding")).toBeNull();
  });
});

describe("the settings of a choice", () => {
  const choice = { baseUrl: "http://127.0.0.1:11434/v1", apiKey: "local", model: "m" };

  test("name address, key and model of its role", () => {
    expect(variablesFor({ role: "embedding", ...choice })).toEqual({
      EMBEDDING_BASE_URL: choice.baseUrl,
      EMBEDDING_API_KEY: "local",
      EMBEDDING_MODEL: "m",
    });
  });

  test("give a slow language model more time", () => {
    const trial: ModelTrial = {
      ...{ model: "m", reason: "", unusable: false, recalls: true, inputTokens: 1, outputTokens: 1 },
      ...{ outcome: "repaired", format: "text", calls: 2, ms: 50_000, timeoutMs: 240_000 },
    };
    expect(variablesFor({ role: "model", ...choice }, trial)).toMatchObject({ LLM_TIMEOUT: "80" });
    expect(variablesFor({ role: "model", ...choice }, { ...trial, ms: 9_000 })).not.toHaveProperty(
      "LLM_TIMEOUT",
    );
  });
});

describe("the service", () => {
  const keyless = { model: "keyless: LLM_API_KEY is not set", tick: "ok", embedding: "lexical" };

  test("keeps a journal where it lacks nothing but a model", () => {
    expect(standingOf({ status: "degraded", checks: keyless })).toBe("journal");
    expect(standingOf({ status: "ok", checks: { model: "ok" } })).toBe("ok");
  });

  test("is degraded where something else is wrong, too", () => {
    const checks = { ...keyless, tick: "the last tick failed: no space" };
    expect(standingOf({ status: "degraded", checks })).toBe("degraded");
    expect(faultsOf(checks)).toEqual([["tick", checks.tick]]);
  });
});

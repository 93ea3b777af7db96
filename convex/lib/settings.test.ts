import { describe, expect, it } from "vitest";
import { envDefinition, readSettings, SettingError, type Env } from "./settings";

const TOKEN = "0123456789abcdef";

describe("settings", () => {
  it("have a default for everything that is not a secret", () => {
    expect(readSettings({})).toMatchObject({
      llm: null,
      dailyTokens: null,
      embedding: null,
      tokens: { tick: [], write: [], read: [] },
      agentName: "Anima",
      timeZone: "UTC",
      autonomy: true,
      corsOrigins: null,
      trustProxy: false,
      rateLimits: { tick: 12, write: 20, read: 100 },
      dedupThreshold: 0.92,
    });
  });

  it("treat an empty variable as unset", () => {
    const empty: Env = Object.fromEntries(Object.keys(envDefinition).map((name) => [name, " "]));
    expect(readSettings(empty)).toEqual(readSettings({}));
  });

  it("use the tick token as the write token only where none is set", () => {
    expect(readSettings({ TICK_TOKEN: TOKEN }).tokens.write).toEqual([{ token: TOKEN }]);
    const both = readSettings({ TICK_TOKEN: TOKEN, WRITE_TOKEN: `${TOKEN}-w` });
    expect(both.tokens).toEqual({ tick: [{ token: TOKEN }], write: [{ token: `${TOKEN}-w` }], read: [] });
  });

  it("read a list of tokens, some of them with their holders' names", () => {
    const { tokens } = readSettings({ WRITE_TOKEN: `ana:${TOKEN}, ana:${TOKEN}-2,${TOKEN}-3` });
    const named = [TOKEN, `${TOKEN}-2`].map((token) => ({ token, name: "ana" }));
    expect(tokens.write).toEqual([...named, { token: `${TOKEN}-3` }]);
  });

  it("read a list of origins", () => {
    expect(readSettings({ CORS_ORIGIN: "https://a.example, http://b.example:8080" }).corsOrigins).toEqual([
      "https://a.example",
      "http://b.example:8080",
    ]);
    expect(readSettings({ CORS_ORIGIN: "*" }).corsOrigins).toEqual(["*"]);
  });

  it("configure a model only with a key", () => {
    expect(readSettings({ LLM_BASE_URL: "http://127.0.0.1:11434/v1" }).llm).toBeNull();
    expect(
      readSettings({ LLM_API_KEY: "none", LLM_BASE_URL: "http://127.0.0.1:11434/v1/", LLM_MODEL: "qwen3" })
        .llm,
    ).toEqual({ apiKey: "none", baseUrl: "http://127.0.0.1:11434/v1", model: "qwen3", timeoutMs: 30_000 });
  });

  it("read the day's tokens", () => {
    expect(readSettings({ LLM_DAILY_TOKENS: "200000" }).dailyTokens).toBe(200_000);
  });

  it("read the most tokens of an answer", () => {
    const read = (LLM_MAX_TOKENS: string) =>
      readSettings({ LLM_API_KEY: "none", LLM_MAX_TOKENS }).llm?.maxTokens;
    expect(read("1500")).toBe(1_500);
    expect(read("")).toBeUndefined();
    expect(() => read("100")).toThrow(
      "LLM_MAX_TOKENS must be a whole number of tokens of an answer from 256",
    );
  });

  it("read the model's timeout", () => {
    expect(readSettings({ LLM_API_KEY: "none", LLM_TIMEOUT: "240" }).llm?.timeoutMs).toBe(240_000);
  });

  it.each<[keyof typeof envDefinition, string]>([
    ["TICK_TOKEN", "short"],
    ["WRITE_TOKEN", "with a space in the middle of it"],
    ["WRITE_TOKEN", `${TOKEN},`],
    ["WRITE_TOKEN", `${TOKEN},short`],
    ["WRITE_TOKEN", `${TOKEN},ana:${TOKEN}`],
    ["READ_TOKEN", `ana:${TOKEN}:x`],
    ["READ_TOKEN", `a/b:${TOKEN}`],
    ["READ_TOKEN", `:${TOKEN}`],
    ["LLM_BASE_URL", "ftp://example.org"],
    ["EMBEDDING_BASE_URL", "localhost:1234"],
    ["LLM_BASE_URL", "https://user:password@example.org/v1"],
    ["EMBEDDING_BASE_URL", "https://example.org/v1?api-version=1"],
    ["LLM_API_KEY", "schlüssel"],
    ["EMBEDDING_API_KEY", "two\nlines"],
    ["AGENT_NAME", "x".repeat(65)],
    ["AGENT_PERSONA", "x".repeat(4097)],
    ["AGENT_TIMEZONE", "Mars/Olympus"],
    ["AUTONOMY", "yes"],
    ["CORS_ORIGIN", "https://example.org/path"],
    ["CORS_ORIGIN", "https://example.org,"],
    ["CORS_ORIGIN", "example.org"],
    ["CORS_ORIGIN", "null"],
    ["TRUST_PROXY", "1"],
    ["RATE_LIMIT_TICK", "-1"],
    ["RATE_LIMIT_WRITE", "1.5"],
    ["RATE_LIMIT_READ", "many"],
    ["LLM_TIMEOUT", "4"],
    ["LLM_TIMEOUT", "601"],
    ["LLM_TIMEOUT", "30s"],
    ["LLM_DAILY_TOKENS", "0"],
    ["LLM_DAILY_TOKENS", "1e6"],
    ["DEDUP_THRESHOLD", "1.1"],
  ])("name %s where its value breaks its rule", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrowError(
      expect.objectContaining({
        name: "SettingError",
        variable: name,
        message: expect.stringMatching(`^${name} must`),
      }),
    );
  });

  it.each<[keyof typeof envDefinition, string]>([
    ["AGENT_TIMEZONE", "Mars/Olympus"],
    ["AGENT_TIMEZONE", "Europe/Amsterdammetje"],
    ["CORS_ORIGIN", "https://dashboard.example.org:8443/path"],
    ["AUTONOMY", "sometimes"],
  ])("quote a value that is refused: %s=%s", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrowError(`, not "${value}"`);
  });

  it.each(["CORS_ORIGIN", "AGENT_TIMEZONE", "AUTONOMY", "RATE_LIMIT_READ", "LLM_TIMEOUT", "DEDUP_THRESHOLD"])(
    "quote %s in short, on one line and without keys",
    (name) => {
      for (const value of [
        "sk-0123456789abcdefABCDEF",
        "0123456789abcdef0123456789abcdef",
        "x\ny ".repeat(999),
      ]) {
        const refused = (): unknown => readSettings({ [name]: value });
        expect(refused).toThrowError(/^[^\n]{1,300}$/);
        expect(refused).not.toThrowError("0123456789abcdef");
      }
    },
  );

  it("refuse local embeddings where no host computes them, and say what to set instead", () => {
    const refused = (env: Env) => () => readSettings({ EMBEDDING_PROVIDER: "local", ...env });
    for (const env of [{}, { EMBEDDING_API_KEY: "key" }])
      expect(refused(env)).toThrow(/^EMBEDDING_PROVIDER can be local only where .* set EMBEDDING_API_KEY/);
    expect(() => readSettings({ EMBEDDING_PROVIDER: "locale" })).toThrow("must be openai or local");
  });

  it.each(["AGENT_NAME", "LLM_MODEL", "EMBEDDING_MODEL"])("keep %s on one line", (name) => {
    for (const sign of ["\n", "\r", "\u001b", "\u0085", "\u2028"])
      expect(() => readSettings({ [name]: `Ada${sign}x` })).toThrowError(`${name} must hold no line breaks`);
  });

  it("trim a key and an address", () => {
    const { llm } = readSettings({ LLM_API_KEY: " no key\r\n", LLM_BASE_URL: " http://example.org/v1/ " });
    expect(llm).toMatchObject({ apiKey: "no key", baseUrl: "http://example.org/v1" });
  });

  it.each<[keyof typeof envDefinition, string]>([
    ["TICK_TOKEN", "hunter2"],
    ["LLM_API_KEY", "hunter2ü"],
    ["LLM_BASE_URL", "https://me:hunter2@example.org"],
  ])("never quote a secret that is refused: %s", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrowError(SettingError);
    expect(() => readSettings({ [name]: value })).not.toThrowError(/hunter2/);
  });
});

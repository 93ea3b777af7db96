/** The agent's environment variables, with their rules and defaults. */
import { v } from "convex/values";
import { MIN_TOKEN_LENGTH, quoteSetting } from "./redact";

/** For `defineApp`. Convex's variables are text; `readSettings` parses them. */
export const envDefinition = {
  LLM_API_KEY: v.optional(v.string()),
  LLM_BASE_URL: v.optional(v.string()),
  LLM_MODEL: v.optional(v.string()),
  LLM_TIMEOUT: v.optional(v.string()),
  LLM_MAX_TOKENS: v.optional(v.string()),
  LLM_DAILY_TOKENS: v.optional(v.string()),
  EMBEDDING_PROVIDER: v.optional(v.string()),
  EMBEDDING_API_KEY: v.optional(v.string()),
  EMBEDDING_BASE_URL: v.optional(v.string()),
  EMBEDDING_MODEL: v.optional(v.string()),
  EMBEDDING_QUERY_PREFIX: v.optional(v.string()),
  EMBEDDING_DOCUMENT_PREFIX: v.optional(v.string()),
  TICK_TOKEN: v.optional(v.string()),
  WRITE_TOKEN: v.optional(v.string()),
  READ_TOKEN: v.optional(v.string()),
  AGENT_NAME: v.optional(v.string()),
  AGENT_PERSONA: v.optional(v.string()),
  AGENT_TIMEZONE: v.optional(v.string()),
  AUTONOMY: v.optional(v.string()),
  CORS_ORIGIN: v.optional(v.string()),
  TRUST_PROXY: v.optional(v.string()),
  RATE_LIMIT_TICK: v.optional(v.string()),
  RATE_LIMIT_WRITE: v.optional(v.string()),
  RATE_LIMIT_READ: v.optional(v.string()),
  DEDUP_THRESHOLD: v.optional(v.string()),
  WEBHOOK_ADDRESSES: v.optional(v.string()),
  NOTE_SCOPE: v.optional(v.string()),
};

export type EnvName = keyof typeof envDefinition;
export type Env = { readonly [name in EnvName]?: string | undefined };

/** A model endpoint with the OpenAI protocol. */
export interface ProviderEndpoint {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
  /** Per call. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Tokens of a chat model's answer at most. Default: as `llm/extras` says. */
  readonly maxTokens?: number | undefined;
  /** What sends the requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** What a text is embedded for: to be found, or to find others. Some models want to be told. */
export type TextUse = "document" | "query";

export interface EmbeddingEndpoint extends ProviderEndpoint {
  /** What stands before each text of a use. */
  readonly prefixes?: { readonly [use in TextUse]: string } | undefined;
  /** The host of the service answers, whose words are safe to show. */
  readonly isLocal?: boolean | undefined;
}

/** Where a host that computes embeddings itself answers. `.localhost` is reserved, so no network has it. */
export const LOCAL_EMBEDDING_ORIGIN = "http://embeddings.localhost";

export interface ChatEndpoint extends ProviderEndpoint {
  readonly timeoutMs: number;
}

export type Settings = Readonly<ReturnType<typeof readSettings>>;

/** A variable breaks its rule. The message names both and never quotes a secret. */
export class SettingError extends Error {
  readonly variable: string;

  constructor(variable: string, rule: string) {
    super(`${variable} ${rule}`);
    this.name = "SettingError";
    this.variable = variable;
  }
}

const DEFAULT_PERSONA =
  "Observant and warm, curious about the world and about people; plain words, dry humour, honest about what it does not know.";

/** Parses a variable's value. Throws what `refuse` makes of the broken rule. */
type Parser<T> = (value: string, refuse: (rule: string) => SettingError) => T;

/**
 * Parses the environment. An empty variable counts as unset.
 * @throws {SettingError} for the first value that breaks its rule
 */
export function readSettings(env: Env) {
  const optional = <T>(name: EnvName, parse: Parser<T>): T | null => {
    const value = env[name];
    if (value === undefined || value.trim() === "") return null;
    return parse(value, (rule) => new SettingError(name, rule));
  };
  const endpoint = (prefix: "LLM" | "EMBEDDING", defaultModel: string): ProviderEndpoint | null => {
    const baseUrl = optional(`${prefix}_BASE_URL`, url) ?? "https://api.openai.com/v1";
    const model = optional(`${prefix}_MODEL`, oneLine) ?? defaultModel;
    const apiKey = optional(`${prefix}_API_KEY`, key);
    return apiKey === null ? null : { apiKey, baseUrl, model };
  };
  const embeddingEndpoint = (): EmbeddingEndpoint | null => {
    const isLocal = optional("EMBEDDING_PROVIDER", oneOf({ openai: false, local: true })) ?? false;
    const configured = endpoint("EMBEDDING", "text-embedding-3-small");
    if (isLocal && configured?.baseUrl !== `${LOCAL_EMBEDDING_ORIGIN}/v1`)
      throw new SettingError(
        "EMBEDDING_PROVIDER",
        "can be local only where the service has a machine of its own (npm start). On Convex set EMBEDDING_API_KEY instead, and EMBEDDING_BASE_URL and EMBEDDING_MODEL for another provider than OpenAI",
      );
    const prefixes = {
      query: optional("EMBEDDING_QUERY_PREFIX", oneLine) ?? "",
      document: optional("EMBEDDING_DOCUMENT_PREFIX", oneLine) ?? "",
    };
    return configured && { ...configured, prefixes, isLocal };
  };
  const tick = optional("TICK_TOKEN", tokenList) ?? [];
  const timeoutMs = (optional("LLM_TIMEOUT", seconds) ?? 30) * 1_000;
  const maxTokens = optional("LLM_MAX_TOKENS", answerTokens) ?? undefined;
  const llm = endpoint("LLM", "gpt-5-mini");
  return {
    /** Null is keyless mode: the journal writes ticks by extraction. */
    llm: llm === null ? null : { ...llm, timeoutMs, maxTokens },
    /** The language model's tokens of a day, in and out. Null is no limit. */
    dailyTokens: optional("LLM_DAILY_TOKENS", tokens),
    /** Null is lexical mode. */
    embedding: embeddingEndpoint(),
    /** An empty list matches no token. Without read tokens, reading needs none. */
    tokens: {
      tick,
      write: optional("WRITE_TOKEN", tokenList) ?? tick,
      read: optional("READ_TOKEN", tokenList) ?? [],
    },
    agentName: optional("AGENT_NAME", (name, refuse) => oneLine(atMost(64)(name, refuse), refuse)) ?? "Anima",
    persona: optional("AGENT_PERSONA", atMost(4096)) ?? DEFAULT_PERSONA,
    timeZone: optional("AGENT_TIMEZONE", timeZone) ?? "UTC",
    /** False pauses everything that the agent does by itself. */
    autonomy: optional("AUTONOMY", oneOf({ on: true, off: false })) ?? true,
    /** Whose pages may use the service besides its own; `*` is all. Null is those of this machine. */
    corsOrigins: optional("CORS_ORIGIN", origins),
    trustProxy: optional("TRUST_PROXY", oneOf({ true: true, false: false })) ?? false,
    /** Requests per minute and caller; 0 is no limit. */
    rateLimits: {
      tick: optional("RATE_LIMIT_TICK", requests) ?? 12,
      write: optional("RATE_LIMIT_WRITE", requests) ?? 20,
      read: optional("RATE_LIMIT_READ", requests) ?? 100,
    },
    /** Least cosine at which two memories of a type are duplicates. */
    dedupThreshold: optional("DEDUP_THRESHOLD", fraction) ?? 0.92,
    /** Whether webhooks may go to private addresses, and over plain HTTP. */
    anyWebhookAddress: optional("WEBHOOK_ADDRESSES", oneOf({ any: true, public: false })) ?? false,
    /** Whose a note is that names its sender and no scope. */
    noteScope: optional("NOTE_SCOPE", oneOf({ sender: "sender", shared: "shared" })) ?? "sender",
  };
}

/** A token of the settings, and the name of the caller that it was given to. */
export interface Token {
  readonly token: string;
  readonly name?: string;
}

const CALLER_NAME = /^[\w.-]{1,64}$/;

/** `token`, `name:token`, or several of these with commas between them. So no token holds a comma or a colon. */
const tokenList: Parser<Token[]> = (value, refuse) => {
  const tokens = value
    .trim()
    .split(",")
    .map((entry): Token => {
      const [token = "", name, ...rest] = entry.trim().split(":").reverse();
      if (rest.length > 0)
        throw refuse(
          "must have at most one colon for each token, after its caller's name (a token holds none)",
        );
      if (name !== undefined && !CALLER_NAME.test(name))
        throw refuse(
          "must have a caller's name of 1 to 64 letters, digits, dots, dashes or underscores before a colon (a token holds none)",
        );
      if ([...token].length < MIN_TOKEN_LENGTH)
        throw refuse(
          `must have at least ${MIN_TOKEN_LENGTH} characters in each token (32 random bytes in hex are best; a comma begins another token)`,
        );
      if (!/^[\x21-\x7e]+$/.test(token))
        throw refuse("must be printable ASCII without spaces, because it travels in a header");
      return name === undefined ? { token } : { token, name };
    });
  if (new Set(tokens.map(({ token }) => token)).size < tokens.length)
    throw refuse("must not list a token twice");
  return tokens;
};

const key: Parser<string> = (value, refuse) => {
  if (!/^[\x20-\x7e]+$/.test(value.trim()))
    throw refuse("must be printable ASCII, because it travels in a header");
  return value.trim();
};

const url: Parser<string> = (value, refuse) => {
  const parsed = URL.canParse(value) ? new URL(value) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw refuse("must be an http or https address, such as http://127.0.0.1:11434/v1");
  // `fetch` refuses such an address without naming the reason.
  if (parsed.username !== "" || parsed.password !== "")
    throw refuse("must hold no user name and password: the key goes in its own variable");
  // The endpoint's path is appended.
  if (/[?#]/.test(value)) throw refuse("must end with its path, without ? or #");
  return value.trim().replace(/\/+$/, "");
};

function atMost(max: number): Parser<string> {
  return (value, refuse) => {
    if ([...value].length > max) throw refuse(`must have at most ${max} characters`);
    return value;
  };
}

/** In a prompt or a log, a further line could pass for one of the others. */
const oneLine: Parser<string> = (value, refuse) => {
  if (/[\p{Cc}\u2028\u2029]/u.test(value))
    throw refuse("must hold no line breaks or other control characters");
  return value;
};

const timeZone: Parser<string> = (value, refuse) => {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: value });
    return value;
  } catch {
    throw refuse(`must be an IANA time zone such as Europe/Berlin, not ${quoteSetting(value)}`);
  }
};

function oneOf<const T>(choices: { readonly [word: string]: T }): Parser<T> {
  return (value, refuse) => {
    const chosen = Object.hasOwn(choices, value) ? choices[value] : undefined;
    if (chosen !== undefined) return chosen;
    throw refuse(`must be ${Object.keys(choices).join(" or ")}, not ${quoteSetting(value)}`);
  };
}

const origins: Parser<string[]> = (value, refuse) =>
  value.split(",").map((entry) => {
    const origin = entry.trim();
    if (origin === "*" || (URL.canParse(origin) && new URL(origin).origin === origin)) return origin;
    throw refuse(
      `must be * or origins such as https://example.org, with commas between them, not ${quoteSetting(value)}`,
    );
  });

function number(form: RegExp, [min, max]: readonly [number, number], rule: string): Parser<number> {
  return (value, refuse) => {
    if (form.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    throw refuse(`must be a ${rule}, not ${quoteSetting(value)}`);
  };
}

const WHOLE = /^\d{1,9}$/;
const seconds = number(WHOLE, [5, 600], "whole number of seconds from 5 to 600");
const requests = number(WHOLE, [0, Infinity], "whole number of requests a minute (0 is no limit)");
const tokens = number(/^\d{1,15}$/, [1, Infinity], "whole number of tokens a day from 1 (unset is no limit)");
const answerTokens = number(WHOLE, [256, Infinity], "whole number of tokens of an answer from 256");
const fraction = number(/^[01](\.\d+)?$/, [0, 1], "number from 0 to 1");

/** A shorter key is a placeholder for a server that needs none. Hiding it would garble texts. */
const MIN_SECRET_LENGTH = 8;

/** The settings that must never leave the service. */
export function secretsOf({ tokens, llm, embedding }: Settings): string[] {
  const listed = Object.values(tokens).flatMap((list) => list.map(({ token }) => token));
  return [...new Set([...listed, llm?.apiKey, embedding?.apiKey])].flatMap((secret) =>
    typeof secret === "string" && secret.length >= MIN_SECRET_LENGTH ? [secret] : [],
  );
}

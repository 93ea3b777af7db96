/** The agent's environment variables, with their rules and defaults. */
import { v } from "convex/values";
import { MIN_TOKEN_LENGTH, quote } from "./redact";

/** For `defineApp`. Convex's variables are text; `readSettings` parses them. */
export const envDefinition = {
  LLM_API_KEY: v.optional(v.string()),
  LLM_BASE_URL: v.optional(v.string()),
  LLM_MODEL: v.optional(v.string()),
  LLM_TIMEOUT: v.optional(v.string()),
  EMBEDDING_API_KEY: v.optional(v.string()),
  EMBEDDING_BASE_URL: v.optional(v.string()),
  EMBEDDING_MODEL: v.optional(v.string()),
  TICK_TOKEN: v.optional(v.string()),
  WRITE_TOKEN: v.optional(v.string()),
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
};

export type EnvName = keyof typeof envDefinition;
export type Env = { readonly [name in EnvName]?: string | undefined };

/** A model endpoint with the OpenAI protocol. */
export interface Endpoint {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
  /** Per call. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
}

export interface ChatEndpoint extends Endpoint {
  readonly timeoutMs: number;
}

export interface Settings {
  /** Null is keyless mode: the journal writes ticks by extraction. */
  readonly llm: ChatEndpoint | null;
  /** Null is lexical mode. */
  readonly embedding: Endpoint | null;
  /** Null matches no token. */
  readonly tickToken: string | null;
  /** The tick token where WRITE_TOKEN is unset. */
  readonly writeToken: string | null;
  readonly agentName: string;
  readonly persona: string;
  readonly timeZone: string;
  /** False pauses everything that the agent does by itself. */
  readonly autonomy: boolean;
  readonly corsOrigin: string;
  readonly trustProxy: boolean;
  /** Requests per minute and caller; 0 is no limit. */
  readonly rateLimits: { readonly tick: number; readonly write: number; readonly read: number };
  /** Least cosine at which two memories of a type are duplicates. */
  readonly dedupThreshold: number;
}

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

/**
 * Parses the environment. An empty variable counts as unset.
 * @throws {SettingError} for the first value that breaks its rule
 */
export function readSettings(env: Env): Settings {
  const text = (name: EnvName): string | null => {
    const value = env[name];
    return value === undefined || value.trim() === "" ? null : value;
  };
  const token = (name: EnvName): string | null => {
    const value = text(name);
    if (value !== null && [...value].length < MIN_TOKEN_LENGTH) {
      throw new SettingError(
        name,
        `must have at least ${MIN_TOKEN_LENGTH} characters (32 random bytes in hex are best)`,
      );
    }
    if (value !== null && !/^[\x21-\x7e]+$/.test(value)) {
      throw new SettingError(name, "must be printable ASCII without spaces, because it travels in a header");
    }
    return value;
  };
  const key = (name: EnvName): string | null => {
    const value = text(name)?.trim() ?? null;
    if (value !== null && !/^[\x20-\x7e]+$/.test(value)) {
      throw new SettingError(name, "must be printable ASCII, because it travels in a header");
    }
    return value;
  };
  const endpoint = (prefix: "LLM" | "EMBEDDING", defaultModel: string): Endpoint | null => {
    const baseUrl = url(`${prefix}_BASE_URL`, text(`${prefix}_BASE_URL`) ?? "https://api.openai.com/v1");
    const model = oneLine(`${prefix}_MODEL`, text(`${prefix}_MODEL`) ?? defaultModel);
    const apiKey = key(`${prefix}_API_KEY`);
    return apiKey === null ? null : { apiKey, baseUrl, model };
  };
  const tickToken = token("TICK_TOKEN");
  const timeoutMs = seconds("LLM_TIMEOUT", text("LLM_TIMEOUT") ?? "30", 5, 600) * 1_000;
  const llm = endpoint("LLM", "gpt-5-mini");
  return {
    llm: llm === null ? null : { ...llm, timeoutMs },
    embedding: endpoint("EMBEDDING", "text-embedding-3-small"),
    tickToken,
    writeToken: token("WRITE_TOKEN") ?? tickToken,
    agentName: oneLine("AGENT_NAME", bounded("AGENT_NAME", text("AGENT_NAME") ?? "Anima", 64)),
    persona: bounded("AGENT_PERSONA", text("AGENT_PERSONA") ?? DEFAULT_PERSONA, 4096),
    timeZone: timeZone(text("AGENT_TIMEZONE") ?? "UTC"),
    autonomy: choice("AUTONOMY", text("AUTONOMY") ?? "on", { on: true, off: false }),
    corsOrigin: origin(text("CORS_ORIGIN") ?? "*"),
    trustProxy: choice("TRUST_PROXY", text("TRUST_PROXY") ?? "false", { true: true, false: false }),
    rateLimits: {
      tick: count("RATE_LIMIT_TICK", text("RATE_LIMIT_TICK") ?? "12"),
      write: count("RATE_LIMIT_WRITE", text("RATE_LIMIT_WRITE") ?? "20"),
      read: count("RATE_LIMIT_READ", text("RATE_LIMIT_READ") ?? "100"),
    },
    dedupThreshold: fraction("DEDUP_THRESHOLD", text("DEDUP_THRESHOLD") ?? "0.92"),
  };
}

function url(name: string, value: string): string {
  const parsed = URL.canParse(value) ? new URL(value) : null;
  if (parsed === null || (parsed.protocol !== "http:" && parsed.protocol !== "https:")) {
    throw new SettingError(name, "must be an http or https address, such as http://127.0.0.1:11434/v1");
  }
  // `fetch` refuses such an address without naming the reason.
  if (parsed.username !== "" || parsed.password !== "") {
    throw new SettingError(name, "must hold no user name and password: the key goes in its own variable");
  }
  // The endpoint's path is appended.
  if (/[?#]/.test(value)) throw new SettingError(name, "must end with its path, without ? or #");
  return value.trim().replace(/\/+$/, "");
}

function bounded(name: string, value: string, max: number): string {
  if ([...value].length > max) throw new SettingError(name, `must have at most ${max} characters`);
  return value;
}

/** In a prompt or a log, a further line could pass for one of the others. */
function oneLine(name: string, value: string): string {
  if (/[\p{Cc}\u2028\u2029]/u.test(value)) {
    throw new SettingError(name, "must hold no line breaks or other control characters");
  }
  return value;
}

function timeZone(value: string): string {
  // Always valid. Checking it makes Intl load its data, which slows the start.
  if (value === "UTC") return value;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: value });
    return value;
  } catch {
    throw new SettingError(
      "AGENT_TIMEZONE",
      `must be an IANA time zone such as Europe/Berlin, not ${quote(value)}`,
    );
  }
}

function choice<T>(name: string, value: string, choices: { readonly [word: string]: T }): T {
  const chosen = Object.hasOwn(choices, value) ? choices[value] : undefined;
  if (chosen === undefined) {
    throw new SettingError(name, `must be ${Object.keys(choices).join(" or ")}, not ${quote(value)}`);
  }
  return chosen;
}

function origin(value: string): string {
  if (value === "*") return value;
  const parsed = URL.canParse(value) ? new URL(value) : null;
  if (parsed === null || parsed.origin !== value) {
    throw new SettingError(
      "CORS_ORIGIN",
      `must be * or one origin such as https://example.org, not ${quote(value)}`,
    );
  }
  return value;
}

function count(name: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) {
    throw new SettingError(
      name,
      `must be a whole number of requests a minute (0 is no limit), not ${quote(value)}`,
    );
  }
  return Number(value);
}

function seconds(name: string, value: string, min: number, max: number): number {
  if (!/^\d{1,9}$/.test(value) || Number(value) < min || Number(value) > max) {
    throw new SettingError(
      name,
      `must be a whole number of seconds from ${min} to ${max}, not ${quote(value)}`,
    );
  }
  return Number(value);
}

function fraction(name: string, value: string): number {
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(value))
    throw new SettingError(name, `must be a number from 0 to 1, not ${quote(value)}`);
  return Number(value);
}

/** A shorter key is a placeholder for a server that needs none. Hiding it would garble texts. */
const MIN_SECRET_LENGTH = 8;

/** The settings that must never leave the service. */
export function secretsOf({ tickToken, writeToken, llm, embedding }: Settings): string[] {
  return [tickToken, writeToken, llm?.apiKey, embedding?.apiKey].flatMap((secret) =>
    typeof secret === "string" && secret.length >= MIN_SECRET_LENGTH ? [secret] : [],
  );
}

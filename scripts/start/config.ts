/** The service's configuration: the host's own variables, declared here, and the agent's, declared in convex/settings. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { quoteSetting } from "../../convex/lib/redact";
import {
  envDefinition,
  readSettings,
  SettingError,
  type Env,
  type Settings,
} from "../../convex/lib/settings";
import type { AdminOptions } from "convex-on-sqlite";
import { LEVELS, type LogLevel, isHost, parseLogLevel } from "convex-on-sqlite/process";
import { MIN_ADMIN_KEY_LENGTH } from "convex-on-sqlite/admin";
import type { Variables } from "convex-on-sqlite/env";
import { EMBEDDING_VARIABLES, localEmbedding, type LocalEmbedding } from "./localEmbedding";

/** Settings of the host. All others belong to the agent. */
export interface HostConfig {
  /** 0 selects a free port. */
  readonly port: number;
  readonly hostname: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly logLevel: LogLevel;
  /** The names that the service answers to besides loopback ones and its own, in a URL's form. Empty where none are set. */
  readonly allowedHosts: readonly string[];
  /** Null keeps the admin interface closed. */
  readonly admin: AdminOptions | null;
  /** The day on which the operator has confirmed the system's clock, in milliseconds since the epoch. */
  readonly confirmedClockMs?: number;
  /** Null unless the host computes embeddings. */
  readonly embedding: LocalEmbedding | null;
}

export interface Config {
  readonly host: HostConfig;
  readonly settings: Settings;
  /** The agent's declared variables that are set, and Convex's own: all that its functions may see. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Parses and validates every variable.
 * @param root the base of a relative DATA_DIR
 * @throws {SettingError} for the first value that breaks its rule
 */
export function readConfig(variables: Variables, root: string): Config {
  const dataDir = pathOf("DATA_DIR", variables.DATA_DIR ?? ".data", root);
  const host = {
    port: port(variables.PORT ?? "3210"),
    hostname: hostname(variables.HOST ?? "127.0.0.1"),
    dataDir,
    logLevel: logLevel(variables.LOG_LEVEL ?? "info"),
    allowedHosts: allowedHosts(variables.ALLOWED_HOSTS),
    admin: admin(variables),
    embedding: localEmbedding(variables, dataDir, (name, text) => pathOf(name, text, root)),
    ...(variables.CONFIRM_CLOCK === undefined
      ? {}
      : { confirmedClockMs: day("CONFIRM_CLOCK", variables.CONFIRM_CLOCK) }),
  };
  const env = agentEnv({ ...variables, ...host.embedding?.env });
  return { host, settings: readSettings(env), env };
}

/** Convex's variables for a deployment's address. Behind a proxy, the operator knows it better than the host. */
const ADDRESS_VARIABLES = ["CONVEX_CLOUD_URL", "CONVEX_SITE_URL"];
const AGENT_VARIABLES = [...Object.keys(envDefinition), ...ADDRESS_VARIABLES];
const HOST_VARIABLES = [
  "PORT",
  "HOST",
  "DATA_DIR",
  "LOG_LEVEL",
  "ALLOWED_HOSTS",
  "ADMIN_KEY",
  "ADMIN_HOST",
  "CONFIRM_CLOCK",
  ...EMBEDDING_VARIABLES,
];

/** Whether a variable in a settings file has an effect. The Convex CLI stores its own settings there. */
export function isKnown(name: string): boolean {
  return HOST_VARIABLES.includes(name) || AGENT_VARIABLES.includes(name) || name.startsWith("CONVEX_");
}

function agentEnv(variables: Variables): Env & Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of AGENT_VARIABLES) {
    const value = variables[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new SettingError(
      "PORT",
      `must be a whole number from 0 to 65535 (0 takes a free one), not ${quoteSetting(text)}`,
    );
  }
  return Number(text);
}

/** Noon of a day, in milliseconds since the epoch. */
function day(name: string, text: string): number {
  const noonMs = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T12:00Z`) : NaN;
  if (Number.isNaN(noonMs))
    throw new SettingError(name, `must be a day such as 2026-11-28, not ${quoteSetting(text)}`);
  return noonMs;
}

function hostname(text: string): string {
  if (!/^[\w.:%-]+$/.test(text)) {
    throw new SettingError(
      "HOST",
      `must be an address or a host name, such as 127.0.0.1 or 0.0.0.0, not ${quoteSetting(text)}`,
    );
  }
  return text;
}

function allowedHosts(text: string | undefined): string[] {
  return (text?.split(",") ?? []).map((entry) => {
    const host = entry.trim();
    if (isHost(host)) return new URL(`http://${host}`).host;
    throw new SettingError(
      "ALLOWED_HOSTS",
      `must be host names such as agent.example.org, with commas between them, not ${quoteSetting(text)}`,
    );
  });
}

/**
 * Resolves a path from a settings file or a service manager, which no shell has expanded: `~/` is the user's home.
 * @throws {SettingError} for paths that are almost certainly a mistake
 */
export function pathOf(name: string, text: string, root: string): string {
  if (/\p{Cc}/u.test(text)) {
    throw new SettingError(name, "must hold no line breaks or other control characters");
  }
  // Blanks are a mistake: they would name another folder, in which the agent would start anew.
  if (text.trim() !== text) throw new SettingError(name, "must have no blanks around it");
  const [first = "", ...rest] = text.split("/");
  if (first === "~") return join(homedir(), ...rest);
  if (first.startsWith("~")) {
    throw new SettingError(
      name,
      `must begin with / or ~/, or with a folder of the project's, not ${quoteSetting(text)}`,
    );
  }
  return resolve(root, text);
}

function logLevel(text: string): LogLevel {
  const level = parseLogLevel(text);
  if (level === null)
    throw new SettingError("LOG_LEVEL", `must be one of ${LEVELS.join(", ")}, not ${quoteSetting(text)}`);
  return level;
}

function admin({ ADMIN_KEY: key, ADMIN_HOST: host = "loopback" }: Variables): AdminOptions | null {
  if (host !== "loopback" && host !== "any")
    throw new SettingError("ADMIN_HOST", `must be loopback or any, not ${quoteSetting(host)}`);
  if (key === undefined) return null;
  // Its length is no secret that helps to guess it.
  if (key.length < MIN_ADMIN_KEY_LENGTH)
    throw new SettingError(
      "ADMIN_KEY",
      `must have at least ${MIN_ADMIN_KEY_LENGTH} characters, not ${key.length} (32 random bytes in hex are best)`,
    );
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new SettingError(
      "ADMIN_KEY",
      "must be printable ASCII without spaces, because it travels in a header",
    );
  return { key, fromAnywhere: host === "any" };
}

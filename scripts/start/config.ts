/** The service's configuration: the host's own variables, declared here, and the agent's, declared in convex/settings. */
import { isAbsolute, resolve } from "node:path";
import { envDefinition, readSettings, SettingError, type Env, type Settings } from "../../convex/settings";
import { parseLogLevel, type LogLevel } from "../../host/log";
import type { Variables } from "./env-file";

/** What the host reads for itself. Everything else belongs to the agent. */
export interface HostConfig {
  /** 0 takes any free port. */
  readonly port: number;
  readonly hostname: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly logLevel: LogLevel;
}

export interface Config {
  readonly host: HostConfig;
  readonly settings: Settings;
  /** The agent's declared variables that are set, and Convex's own, as text: all that its functions may see. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Types and checks every variable.
 * @param root where a relative DATA_DIR counts from
 * @throws {SettingError} for the first value that breaks its rule
 */
export function readConfig(variables: Variables, root: string): Config {
  const host = {
    port: port(variables.PORT ?? "3210"),
    hostname: hostname(variables.HOST ?? "127.0.0.1"),
    dataDir: folder(variables.DATA_DIR ?? ".data", root),
    logLevel: logLevel(variables.LOG_LEVEL ?? "info"),
  };
  const env = agentEnv(variables);
  return { host, settings: readSettings(env), env };
}

/** What Convex says of a deployment's address: who is behind a proxy may say better than the host. */
const ADDRESS_VARIABLES = ["CONVEX_CLOUD_URL", "CONVEX_SITE_URL"];

function agentEnv(variables: Variables): Env & Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of [...Object.keys(envDefinition), ...ADDRESS_VARIABLES]) {
    const value = variables[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new SettingError(
      "PORT",
      `must be a whole number from 0 to 65535 (0 takes a free one), not "${excerpt(text)}"`,
    );
  }
  return Number(text);
}

function hostname(text: string): string {
  if (!/^[\w.:%-]+$/.test(text)) {
    throw new SettingError(
      "HOST",
      `must be an address or a host name, such as 127.0.0.1 or 0.0.0.0, not "${excerpt(text)}"`,
    );
  }
  return text;
}

function folder(text: string, root: string): string {
  return isAbsolute(text) ? text : resolve(root, text);
}

function logLevel(text: string): LogLevel {
  try {
    return parseLogLevel(text);
  } catch (cause) {
    const rule = cause instanceof Error ? cause.message.replace(/^LOG_LEVEL /, "") : String(cause);
    throw new SettingError("LOG_LEVEL", rule);
  }
}

/** A value in a message: short, and on one line. */
function excerpt(text: string): string {
  return JSON.stringify(text.slice(0, 100)).slice(1, -1);
}

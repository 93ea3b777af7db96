/** Which service the command talks to, and with which tokens. */
import { join } from "node:path";
import type { Command } from "commander";
import { connect, type Service } from "../client";
import { readEnvFile, setVariables } from "convex-on-sqlite/env";
import { home } from "../scripts/start/root";
import { EXIT_USAGE } from "./exit";
import { CommandError } from "./failure";

export interface Target {
  readonly address: string;
  readonly tokens: { readonly [token in "tick" | "write" | "read"]?: string | undefined };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Without an address it is the service of this folder's settings. */
export function targetOf(url: string | undefined, environment: Environment): Target {
  const settings = { ...readEnvFile(settingsFile(environment)), ...setVariables(environment) };
  const given = url ?? environment.ANIMA_URL;
  const address = given === undefined || given === "" ? `http://127.0.0.1:${settings.PORT ?? "3210"}` : given;
  const token = settings.ANIMA_TOKEN;
  const { TICK_TOKEN, WRITE_TOKEN, READ_TOKEN } = settings;
  if (token !== undefined) return { address, tokens: { tick: token, write: token, read: token } };
  // The settings file's tokens are for the service that it belongs to.
  if (!isLocal(address)) return { address, tokens: {} };
  const tokens = {
    tick: firstToken(TICK_TOKEN),
    write: firstToken(WRITE_TOKEN),
    read: firstToken(READ_TOKEN),
  };
  return { address, tokens };
}

/** A variable holds one token or several, each perhaps with its holder's name. */
function firstToken(list: string | undefined): string | undefined {
  return list?.split(",")[0]?.split(":").at(-1)?.trim();
}

/** The settings file of the service on this machine. */
export function settingsFile({ ENV_FILE: named = "" }: Environment): string {
  return named.trim() === "" ? join(home, ".env.local") : named;
}

/** The service of a command's options. */
export function serviceOf(command: Command): Service {
  const { address, tokens } = target(command);
  // A command says at once that it is too early, except for a moment's burst.
  return connect(address, { tokens, retries: 1, maxWaitMs: 2_000 });
}

export function target(command: Command): Target {
  const { url } = command.optsWithGlobals<{ url?: string }>();
  const found = targetOf(url, process.env);
  if (!/^https?:\/\//.test(found.address) || !URL.canParse(found.address))
    throw new CommandError(
      `no address of a service: ${found.address}; write it as http://127.0.0.1:3210`,
      EXIT_USAGE,
    );
  return found;
}

export function isLocal(address: string): boolean {
  return URL.canParse(address) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname);
}

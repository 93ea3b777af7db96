/**
 * What Claude Code, Cursor and Codex do with an integration, as their public documentation says: read its settings, run the hooks
 * of an event with the event as JSON on standard input, and take from their output what the event allows.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ended, type Ran } from "../support/command";

export interface HookRun extends Ran {
  /** The parsed output; null without one. */
  readonly output: HookOutput | null;
  /** What the model is given. */
  readonly context: string;
  readonly ms: number;
}

interface HookOutput {
  readonly systemMessage?: string;
  readonly continue?: boolean;
  readonly additional_context?: string;
  readonly hookSpecificOutput?: { readonly hookEventName: string; readonly additionalContext?: string };
}

type Environment = Readonly<Record<string, string>>;

/** The commands of an event in hooks.json, as Claude Code and Codex group them or as Cursor lists them. */
export function commandsOf(hooksFile: string, event: string): string[] {
  const { hooks } = JSON.parse(readFileSync(hooksFile, "utf8")) as {
    readonly hooks: Readonly<
      Record<string, readonly { command?: string; hooks?: readonly { type: string; command: string }[] }[]>
    >;
  };
  return (hooks[event] ?? []).flatMap((entry) =>
    entry.command !== undefined ? [entry.command] : (entry.hooks ?? []).map(({ command }) => command),
  );
}

/** Runs one command by the shell, as all three programs do. */
export async function runHook(
  command: string,
  event: object,
  env: Environment,
  cwd: string,
): Promise<HookRun> {
  const startedAt = performance.now();
  const child = spawn("/bin/sh", ["-c", command], { cwd, env: { PATH: process.env.PATH ?? "", ...env } });
  const ran = await ended(child, JSON.stringify(event));
  const output = ran.stdout === "" ? null : (JSON.parse(ran.stdout) as HookOutput);
  const context = output?.additional_context ?? output?.hookSpecificOutput?.additionalContext ?? "";
  return { ...ran, output, context, ms: performance.now() - startedAt };
}

/** `${NAME}` and `${NAME:-default}`, as Claude Code expands them in .mcp.json. */
export function expanded(text: string, env: Environment): string {
  return text.replaceAll(
    /\$\{(\w+)(?::-([^}]*))?\}/g,
    (whole, name: string, usual?: string) => env[name] ?? usual ?? whole,
  );
}

/** A plugin of Claude Code as it loads one: by its manifest, with each part at its usual place. */
export function loadPlugin(root: string) {
  const manifest = JSON.parse(readFileSync(join(root, ".claude-plugin/plugin.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
  };
  const at = (path: string): string => {
    if (!existsSync(join(root, path))) throw new Error(`the plugin has no ${path}`);
    return join(root, path);
  };
  return { manifest, hooks: at("hooks/hooks.json"), mcp: at(".mcp.json") };
}

/** The values of one table of a TOML file that holds texts only. */
export function tomlTable(text: string, table: string): Record<string, string> {
  const [, ...lines] = text.slice(text.indexOf(`[${table}]`)).split("\n");
  const end = lines.findIndex((line) => line.startsWith("["));
  return Object.fromEntries(
    lines.slice(0, end < 0 ? lines.length : end).flatMap((line) => {
      const [, name, value] = /^(\w+) = "(.*)"$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
}

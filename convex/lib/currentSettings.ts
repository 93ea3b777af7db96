/** The current settings, cached until a variable changes. */
import { env } from "../_generated/server";
import { envDefinition, readSettings, type Env, type Settings } from "./settings";

const NAMES = Object.keys(envDefinition);

let cached: { readonly values: string; readonly settings: Settings } | null = null;

/**
 * The settings. Cached, because parsing the time zone and the addresses takes longer than the rest of a small request.
 * @throws {SettingError} for a variable that breaks its rule
 */
export function currentSettings(): Settings {
  const environment: Env & Readonly<Record<string, string | undefined>> = env;
  const values = JSON.stringify(NAMES.map((name) => environment[name] ?? null));
  if (cached?.values !== values) cached = { values, settings: readSettings(environment) };
  return cached.settings;
}

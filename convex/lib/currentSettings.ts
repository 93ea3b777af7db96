/** The settings of this moment, typed anew only when a variable has changed. */
import { env } from "../_generated/server";
import { envDefinition, readSettings, type Env, type Settings } from "./settings";

const NAMES = Object.keys(envDefinition);

let known: { readonly values: string; readonly settings: Settings } | null = null;

/**
 * The settings. Reading them checks the time zone and the addresses, which takes longer than the rest of a small
 * request; so they are kept for as long as every variable keeps its value.
 * @throws {SettingError} for a variable that breaks its rule
 */
export function currentSettings(): Settings {
  const environment: Env & Readonly<Record<string, string | undefined>> = env;
  const values = JSON.stringify(NAMES.map((name) => environment[name] ?? null));
  if (known?.values !== values) known = { values, settings: readSettings(environment) };
  return known.settings;
}

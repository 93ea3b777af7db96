/** Loads an app for inspection only. */
import type { Definition } from "../code/definitions";
import { resolveEnvironments } from "../code/environment";
import { loadPrepared, prepareApp, type LoadOptions } from "../code/loader";
import type { LoadedApp } from "../types";

export interface InspectedApp {
  readonly app: LoadedApp;
  readonly definitions: readonly Definition[];
}

/**
 * Loads the app like `loadApp`, but variables may be missing or wrong.
 * @throws {LoadError}
 */
export async function inspectApp(options: LoadOptions): Promise<InspectedApp> {
  const prepared = await prepareApp(options);
  const app = loadPrepared(prepared, resolveEnvironments(prepared.installed, options.env));
  return { app, definitions: prepared.build.definitions };
}

/** Where the service's variables come from: the process environment, then `.env.local`, and at the first start chance. */
import { randomBytes } from "node:crypto";
import { isKnown } from "./config";
import {
  addToEnvFile,
  makePrivate,
  readEnvFile,
  readEnvText,
  setVariables,
  type Variables,
} from "./env-file";
import { ineffectiveLines } from "./env-lines";
import { StartError } from "./start-error";

export type TokenName = "TICK_TOKEN" | "WRITE_TOKEN";
type Source = "environment" | "file";

export interface LoadedVariables {
  readonly variables: Variables;
  /** Where each token that is set was found. */
  readonly tokenSources: { readonly [name in TokenName]?: Source };
  /** The tokens this start made up. */
  readonly created: readonly string[];
  /** The file was open to others, and no longer is. */
  readonly madePrivate: boolean;
  /** What of the file does nothing, a line each; null where there is no file. */
  readonly ineffective: readonly string[] | null;
}

// 32 random bytes in hex, as the interface recommends.
const TOKEN_BYTES = 32;

/**
 * The variables of the environment and, where it sets nothing, of the file. Where there is no TICK_TOKEN, one is written
 * to the file, with a WRITE_TOKEN if that is missing too; a missing WRITE_TOKEN alone is legal, for it has a default.
 * @throws {StartError} when the file can be neither read nor written
 */
export function loadVariables(
  environment: Readonly<Record<string, string | undefined>>,
  file: string,
): LoadedVariables {
  const given = setVariables(environment);
  let inFile = onFile(file, "read", () => readEnvFile(file));
  let created: readonly string[] = [];
  let madePrivate = false;
  if (given.TICK_TOKEN === undefined && inFile.TICK_TOKEN === undefined) {
    const wanted: TokenName[] = ["TICK_TOKEN"];
    if (given.WRITE_TOKEN === undefined && inFile.WRITE_TOKEN === undefined) wanted.push("WRITE_TOKEN");
    const tokens = Object.fromEntries(wanted.map((name) => [name, randomBytes(TOKEN_BYTES).toString("hex")]));
    const comment = `Made at the first start, ${new Date().toISOString()}. Keep them secret.`;
    ({ added: created, madePrivate } = onFile(file, "written", () => addToEnvFile(file, tokens, comment)));
    inFile = onFile(file, "read", () => readEnvFile(file));
  }
  if (makePrivate(file, inFile)) madePrivate = true;
  const tokenSources: { [name in TokenName]?: Source } = {};
  for (const name of ["TICK_TOKEN", "WRITE_TOKEN"] as const) {
    if (given[name] !== undefined) tokenSources[name] = "environment";
    else if (inFile[name] !== undefined) tokenSources[name] = "file";
  }
  const text = onFile(file, "read", () => readEnvText(file));
  const ineffective = text === null ? null : ineffectiveLines(text, isKnown);
  return { variables: { ...inFile, ...given }, tokenSources, created, madePrivate, ineffective };
}

const WAYS_OUT = {
  read: "mend it, or name another file with ENV_FILE",
  written: "with TICK_TOKEN set in the environment nothing is written",
} as const;

function onFile<T>(file: string, verb: keyof typeof WAYS_OUT, body: () => T): T {
  try {
    return body();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`${file} can't be ${verb} (${why}); ${WAYS_OUT[verb]}`, { cause });
  }
}

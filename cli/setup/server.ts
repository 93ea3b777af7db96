/** Which server to use, and the key for it. */
import { NO_KEY, PREFIXES, type Role } from "../../providers/choice";
import { findServers } from "../../providers/servers";
import { readConfig } from "../../scripts/start/config";
import { readEnvFile } from "convex-on-sqlite/env";
import { home } from "../../scripts/start/root";
import { isLocal } from "../connection";
import { withProgress } from "../output";
import { addressOf, askServer, reach, serverText, type Chosen } from "./asking";
import type { Setup } from "./state";

export const LOOKED_FOR =
  "No model server answers on this machine: neither Ollama (port 11434), nor LM Studio (1234), nor llama.cpp (8080)";
/** The server of the options, or of those found on this machine. Null where there is none, or the person wants none. */
export async function chooseServer(setup: Setup): Promise<Chosen | null> {
  const { options, person, say, outcome } = setup;
  if (options.url !== undefined) {
    const baseUrl = addressOf(options.url);
    const given = keyFor(setup, "model", baseUrl);
    const needsKey = given === "" && person !== null && !isLocal(baseUrl);
    const key = needsKey ? await person.askSecret(`The key for ${baseUrl}? Empty if it needs none`) : given;
    const server = await withProgress("asking for its models", reach(baseUrl, key));
    const { apiKey: _, ...found } = server;
    outcome.servers.push(found);
    say(serverText(server));
    return server;
  }
  const found = await withProgress("looking for model servers", findServers());
  outcome.servers.push(...found);
  if (person !== null) {
    if (found.length === 0) say(`${LOOKED_FOR}.`);
    return await askServer(person, say, found);
  }
  for (const server of found) say(serverText(server));
  const [first] = found;
  return first === undefined ? null : { ...first, apiKey: NO_KEY };
}

/**
 * The key for an address, from the environment or the settings file. One from the file goes to the address alone that it is set for,
 * one from the environment to no other machine than the person named.
 */
export function keyFor({ environment, outcome }: Setup, role: Role, baseUrl: string): string {
  const prefix = PREFIXES[role];
  const given = environment[`${prefix}_API_KEY`];
  if (given !== undefined && !isLocal(baseUrl)) return given;
  const settings = readEnvFile(outcome.file);
  const { settings: configured } = readConfig(settings, home);
  const endpoint = role === "model" ? configured.llm : configured.embedding;
  return endpoint?.baseUrl === baseUrl ? endpoint.apiKey : "";
}

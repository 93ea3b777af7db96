/** What is asked: which server, which key, which model. */
import { HOSTED_PROVIDERS } from "../../providers/hosted";
import { modelsFor, NO_KEY, suggested, type Role } from "../../providers/choice";
import { SERVER_NAMES, serverAt, type FoundServer, type ServerModel } from "../../providers/servers";
import { isLocal } from "../connection";
import { CommandError } from "../failure";
import { plain } from "../output";
import type { Terminal } from "./terminal";

export type Say = (line: string) => void;

/** A server that was chosen, with the key for it. */
export interface Chosen extends FoundServer {
  readonly apiKey: string;
}

/** One of a numbered list; asked again until it is one. */
export async function pick<Item>(
  { ask }: Terminal,
  say: Say,
  question: string,
  items: readonly (readonly [Item, string])[],
  first = 0,
): Promise<Item> {
  for (const [at, [, label]] of items.entries()) say(`  ${String(at + 1).padStart(2)}  ${label}`);
  for (;;) {
    const answer = await ask(question, String(first + 1));
    const chosen = items.find(
      ([, label], at) => answer === String(at + 1) || answer === label.split(/[ :]/)[0],
    );
    if (chosen !== undefined) return chosen[0];
    say(`Type a number from 1 to ${items.length}.`);
  }
}

type Place = { server: FoundServer } | { baseUrl: string; keysAt: string } | "address" | null;

/** Asks where the models are: one of the servers found, a hosted provider, an address, or none (null). */
export async function askServer(
  person: Terminal,
  say: Say,
  found: readonly FoundServer[],
): Promise<Chosen | null> {
  const places: [Place, string][] = [
    ...found.map((server): [Place, string] => [{ server }, serverText(server)]),
    ...HOSTED_PROVIDERS.map((hosted): [Place, string] => [hosted, `${hosted.name}, by key`]),
    ["address", "another address"],
    [null, "none: the agent keeps a journal"],
  ];
  const place = await pick(person, say, "Where is the model?", places);
  if (place === null) return null;
  if (place !== "address" && "server" in place) return { ...place.server, apiKey: NO_KEY };
  const baseUrl =
    place === "address" ? addressOf(await person.ask("Its address, with /v1?", "http://")) : place.baseUrl;
  if (place !== "address") say(`Keys are made at ${place.keysAt}`);
  const apiKey = await person.askSecret("Its key? Empty if it needs none");
  return await reach(baseUrl, apiKey);
}

/** @throws {CommandError} where nothing there lists models */
export async function reach(baseUrl: string, apiKey: string): Promise<Chosen> {
  const server = await serverAt(baseUrl, apiKey === "" ? undefined : apiKey);
  if (server !== null) return { ...server, apiKey: apiKey === "" ? NO_KEY : apiKey };
  const key = isLocal(baseUrl) ? "" : ", and that the key is right";
  throw new CommandError(
    `${baseUrl} lists no models: check that the server runs, that the address ends with /v1${key}`,
  );
}

/** @throws {CommandError} for anything but an http or https address */
export function addressOf(text: string): string {
  const address = text.trim().replace(/\/+$/, "");
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  throw new CommandError(`no address of a model server: ${text}; write it as http://127.0.0.1:11434/v1`);
}

/** Asks for a model of the server; null for none. */
export async function askModel(
  person: Terminal,
  say: Say,
  { models }: FoundServer,
  role: Role,
): Promise<string | null> {
  const listed = modelsFor(models, role);
  if (listed.length === 0) return null;
  const best = suggested(models, role)?.name;
  if (listed.length > MAX_SHOWN) return await person.ask(`Which of its ${listed.length} models?`, best ?? "");
  const items: [string | null, string][] = listed.map((model) => [model.name, modelText(model)]);
  items.push([null, role === "embedding" ? "none: search goes by words" : "none: nothing changes"]);
  const first = listed.findIndex(({ name }) => name === best);
  return await pick(person, say, QUESTIONS[role], items, Math.max(0, first));
}

const QUESTIONS = { model: "Which model?", embedding: "Which embedding model?" } as const;

/** More are no list to choose from. */
const MAX_SHOWN = 40;

export function serverText({ kind, baseUrl, models }: FoundServer): string {
  return `${SERVER_NAMES[kind]} at ${baseUrl}: ${models.length} ${models.length === 1 ? "model" : "models"}`;
}

export function modelText({ name, size, context, maxContext }: ServerModel): string {
  const tokens = context ?? maxContext;
  const details = [
    ...(size === undefined ? [] : [size]),
    ...(tokens === undefined
      ? []
      : [`${tokens.toLocaleString("en-US")} tokens${context === undefined ? " at most" : ""}`]),
  ];
  return plain(details.length === 0 ? name : `${name} (${details.join(", ")})`);
}

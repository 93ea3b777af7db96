/** The formats of other programs that an import reads. */
import { hex, sha256 } from "../../lib/sha256";
import { fromChatGpt, isChatGpt } from "./chatGpt";
import { fromLetta, isLetta } from "./letta";
import { fromMem0, isMem0 } from "./mem0";
import type { Memory } from "./memory";

export const FORMATS = ["anima", "mem0", "letta", "chatgpt"] as const;
export type Format = (typeof FORMATS)[number];
type Foreign = Exclude<Format, "anima">;

const READERS = {
  chatgpt: { is: isChatGpt, from: fromChatGpt },
  mem0: { is: isMem0, from: fromMem0 },
  letta: { is: isLetta, from: fromLetta },
} as const;

/** The format of a file's JSON, or of one of its lines; null where it is none of these. */
export function formatOf(value: unknown): Format | null {
  if (typeof value === "object" && value !== null && "kind" in value && "seq" in value) return "anima";
  return (["chatgpt", "mem0", "letta"] as const).find((format) => READERS[format].is(value)) ?? null;
}

/** The memories in a value of another program, as lines of an import. @throws {FieldError} for an item that breaks a rule */
export function foreignLines(format: Foreign, value: unknown): (Memory & Frame)[] {
  return READERS[format].from(value).map(({ id, ...told }) => ({
    ...{ kind: "told", source: format, export: 0, seq: 0 },
    ...told,
    // Ids of lines have no white space.
    ...(id === undefined ? {} : { id: id.replace(/\s/g, "_").slice(0, 128) }),
  }));
}

/** The line, with an id after its text, its scope and its moment if it has none, so that the same line adds nothing a second time. */
export async function withId(line: unknown): Promise<unknown> {
  if (typeof line !== "object" || line === null || "id" in line) return line;
  if (!("kind" in line) || line.kind !== "told") return line;
  const { type, content, scope, createdAt } = line as Partial<Memory>;
  return { ...line, id: hex(await sha256(JSON.stringify([type, content, scope, createdAt]))) };
}

/** Whether a value is made of empty lists and objects. Anything else that no memory comes of is not what its format says. */
export function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === "object" && Object.values(value).every(isEmpty));
}

/** What is wrong with a file, not an empty one, in which no memory was found. */
export const NO_MEMORY = "must hold a memory with a text: nothing in it can be imported";

interface Frame {
  readonly kind: string;
  readonly source: string;
  readonly export: number;
  readonly seq: number;
}

/** The value of JSON text; undefined if it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The formats of other programs that an import reads. */
import { fromChatGpt, isChatGpt } from "./chatGpt";
import { fromLetta, isLetta } from "./letta";
import { fromMem0, isMem0 } from "./mem0";
import type { Told } from "./told";

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

/** The memories in a value of another program, as lines of an import. */
export function toldLines(format: Foreign, value: unknown): (Told & Frame)[] {
  return READERS[format].from(value).map((told) => ({
    ...{ kind: "told", source: format, export: 0, seq: 0 },
    ...told,
    // Ids of lines have no white space.
    id: told.id.replace(/\s/g, "_").slice(0, 128),
  }));
}

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

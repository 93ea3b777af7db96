/**
 * Letta: an agent file (.af), of today with `agents` and `blocks` or the earlier one with `core_memory`, and the passages of
 * archival memory as its API lists them.
 */
import { given, idOf, isObject, momentOf, objectsIn, textOf, split, type Json, type Memory } from "./memory";

export function isLetta(value: unknown): boolean {
  if (isObject(value) && ("core_memory" in value || ("agents" in value && "blocks" in value))) return true;
  return passagesOf(value).some(({ text, memory }) => typeof text === "string" && memory === undefined);
}

/** Blocks and passages become semantic memories, what user and assistant said episodic ones. */
export function fromLetta(value: unknown): Memory[] {
  if (!isObject(value) || !("core_memory" in value || "agents" in value))
    return passagesOf(value).flatMap(fromPassage);
  const agents = "agents" in value ? objectsIn(value.agents) : [value];
  const blocks = [...objectsIn(value.blocks), ...objectsIn(value.core_memory)];
  return [
    ...blocks.flatMap(fromBlock),
    ...agents.flatMap((agent) => objectsIn(agent.messages).flatMap((message) => fromMessage(agent, message))),
  ];
}

function passagesOf(value: unknown): Json[] {
  if (Array.isArray(value)) return objectsIn(value);
  return isObject(value) ? [value] : [];
}

function fromPassage(passage: Json): Memory[] {
  const { text, created_at, tags, metadata } = passage;
  const content = textOf(text);
  if (content === undefined) return [];
  const more = isObject(metadata) ? metadata : {};
  return split({
    ...idOf(passage),
    ...{ type: "semantic", content },
    ...momentOf(created_at),
    metadata: { ...more, source: "letta", ...given({ tags }) },
  });
}

function fromBlock(block: Json): Memory[] {
  const { label, value, created_at, description } = block;
  const content = textOf(value);
  if (content === undefined) return [];
  return split({
    ...idOf(block),
    ...{ type: "semantic", content },
    ...momentOf(created_at),
    metadata: { source: "letta", ...given({ block: label, description }) },
  });
}

function fromMessage(agent: Json, message: Json): Memory[] {
  const { role, created_at } = message;
  if (role !== "user" && role !== "assistant") return [];
  const content = spoken(role, message);
  if (content === undefined) return [];
  return split({
    ...idOf(message),
    ...{ type: "episodic", content },
    ...momentOf(created_at),
    ...(role === "assistant" ? { confidence: ASSISTANT_CONFIDENCE } : {}),
    metadata: { source: "letta", role, ...given({ agent: agent.name }) },
  });
}

/** Nobody has checked what an assistant said. */
export const ASSISTANT_CONFIDENCE = 0.5;

/** What was said; a user's words may stand in an envelope of JSON, beside those of the system. */
function spoken(role: string, { content, text }: Json): string | undefined {
  const parts =
    typeof content === "string" ? [content] : objectsIn(content).map((part) => textOf(part.text) ?? "");
  const said = textOf(parts.join("\n").trim()) ?? textOf(text);
  if (said === undefined || role !== "user" || !said.startsWith("{")) return said;
  try {
    const envelope: unknown = JSON.parse(said);
    if (!isObject(envelope) || typeof envelope.type !== "string") return said;
    return envelope.type === "user_message" ? textOf(envelope.message) : undefined;
  } catch {
    return said;
  }
}

/** ChatGPT: `conversations.json` of its data export, a list of conversations, each a tree of messages. */
import { ASSISTANT_CONFIDENCE } from "./letta";
import { given, idOf, isObject, momentOf, objectsIn, textOf, split, type Json, type Memory } from "./memory";

export function isChatGpt(value: unknown): boolean {
  return listOf(value).some(({ mapping }) => isObject(mapping));
}

/** What user and assistant said in the branch that was shown last becomes episodic memories. */
export function fromChatGpt(value: unknown): Memory[] {
  return listOf(value).flatMap((conversation) => {
    const { title, create_time } = conversation;
    const conversationId = textOf(conversation.conversation_id) ?? textOf(conversation.id);
    return shownBranch(conversation).flatMap((message) => {
      const role = isObject(message.author) ? message.author.role : undefined;
      const content = wordsOf(message);
      if ((role !== "user" && role !== "assistant") || content === "" || isHidden(message)) return [];
      return split({
        ...idOf(message),
        ...{ type: "episodic", content },
        ...momentOf(message.create_time ?? create_time),
        ...(role === "assistant" ? { confidence: ASSISTANT_CONFIDENCE } : {}),
        metadata: { source: "chatgpt", role, ...given({ conversation: title, conversationId }) },
      });
    });
  });
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? objectsIn(value) : objectsIn([value]);
}

/** The messages from the first to the current one. Edited questions leave other branches behind. */
function shownBranch({ mapping, current_node: current }: Json): Json[] {
  if (!isObject(mapping)) return [];
  const nodes = new Map(
    Object.entries(mapping).flatMap(([id, node]) => (isObject(node) ? [[id, node]] : [])),
  );
  const last =
    textOf(current) ?? [...nodes].findLast(([, { children }]) => objectsOrTexts(children) === 0)?.[0];
  const branch: Json[] = [];
  const seen = new Set<string>();
  for (let id = last; id !== undefined && !seen.has(id);) {
    seen.add(id);
    const node = nodes.get(id);
    if (isObject(node?.message)) branch.push(node.message);
    id = textOf(node?.parent);
  }
  return branch.reverse();
}

function objectsOrTexts(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

/** The text of a message, without images and the like. */
function wordsOf({ content }: Json): string {
  if (!isObject(content) || !Array.isArray(content.parts)) return "";
  if (content.content_type !== "text" && content.content_type !== "multimodal_text") return "";
  return content.parts
    .filter((part) => typeof part === "string")
    .join("\n")
    .trim();
}

/** Messages to tools and those that ChatGPT does not show. */
function isHidden({ weight, recipient, metadata }: Json): boolean {
  const isMarked = isObject(metadata) && metadata.is_visually_hidden_from_conversation === true;
  return isMarked || weight === 0 || (typeof recipient === "string" && recipient !== "all");
}

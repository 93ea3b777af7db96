/** Response bodies of the OpenAI protocol, healthy or with a fault. */
import { base64Of, DEFAULT_DIMENSIONS, embeddingOf } from "./embedding";
import { instanceOf, proseOf, type JsonSchema } from "./instance";
import type { Effect } from "./protocol";
import { tickAnswerOf } from "./roles";

/** A parsed request body. */
export interface RequestBody {
  readonly [field: string]: unknown;
}

export interface Message {
  readonly content: string | null;
  readonly refusal: string | null;
  readonly finish: string;
}

/** The message in response to a chat request, with the fault of `effect`. */
export function messageFor(body: RequestBody, effect: Effect): Message {
  const said = (content: string, finish = "stop"): Message => ({ content, refusal: null, finish });
  const prompt = promptOf(body);
  const schema = schemaOf(body);
  const right = schema === null ? null : instanceOf(schema, prompt);
  const text = right === null ? proseOf(prompt) : JSON.stringify(right);
  switch (effect.kind) {
    case "plays": {
      const system = messagesOf(body, (role) => role === "system").join("\n");
      return said(JSON.stringify(tickAnswerOf(effect.role, { system, user: prompt }, effect) ?? right));
    }
    case "says":
      return said(effect.text, effect.finish);
    case "answers":
      return said(JSON.stringify(effect.value));
    case "fills":
      return said(JSON.stringify({ ...(isRecord(right) ? right : {}), ...effect.value }));
    case "fenced":
      return said(`Here is what you asked for:\n\n\`\`\`json\n${text}\n\`\`\`\n\nAnything else?`);
    case "wrong-schema":
      return said(JSON.stringify({ verdict: "fine", items: [1, 2, 3] }));
    case "wrong-numbers":
      return said(
        JSON.stringify(right, (_, value: unknown) => (typeof value === "number" ? 1e9 + value : value)),
      );
    case "refusal":
      return { content: null, refusal: "I can't help with that.", finish: "stop" };
    case "huge":
      return said("x".repeat(effect.bytes));
    default:
      return said(text);
  }
}

export function completionBody(body: RequestBody, message: Message | null): object {
  const input = countTokens(promptOf(body));
  const output = countTokens(message?.content ?? "");
  const { content, refusal, finish } = message ?? { content: null, refusal: null, finish: "stop" };
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: body["model"],
    choices:
      message === null
        ? []
        : [
            {
              index: 0,
              message: { role: "assistant", content, refusal },
              finish_reason: finish,
              logprobs: null,
            },
          ],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}

/** The same completion as server-sent events, one for each piece of `units` UTF-16 units, with the text that it has said by then. */
export function completionEvents(
  body: RequestBody,
  message: Message,
  units: number,
): { readonly event: string; readonly said: string }[] {
  const event = (fields: object): string =>
    `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: body["model"], ...fields })}\n\n`;
  const chunk = (delta: object, finish: string | null): string =>
    event({ choices: [{ index: 0, delta, finish_reason: finish }] });
  const { content, refusal, finish } = message;
  const pieces = content?.match(new RegExp(`[^]{1,${units}}`, "g")) ?? [];
  const options = body["stream_options"];
  const { usage } = completionBody(body, message) as { usage: object };
  let said = "";
  return [
    { event: chunk({ role: "assistant", content: "" }, null), said },
    ...pieces.map((piece) => ({ event: chunk({ content: piece }, null), said: (said += piece) })),
    ...(refusal === null ? [] : [{ event: chunk({ refusal }, null), said }]),
    { event: chunk({}, finish), said },
    ...(isRecord(options) && options["include_usage"] === true
      ? [{ event: event({ choices: [], usage }), said }]
      : []),
    { event: "data: [DONE]\n\n", said },
  ];
}

/** Null if the input is neither a text nor a list of texts. */
export function embeddingsBody(body: RequestBody, effect: Effect): object | null {
  const { input, model, dimensions, encoding_format: encoding } = body;
  const texts: readonly unknown[] = Array.isArray(input) ? input : [input];
  if (texts.length === 0 || !texts.every((text) => typeof text === "string")) return null;
  const usual = effect.kind === "vectors-of-width" ? effect.width : DEFAULT_DIMENSIONS;
  const width = typeof dimensions === "number" ? dimensions : usual;
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  return {
    object: "list",
    model,
    data: texts.map((text, index) => {
      const vector = embeddingOf(
        effect.kind === "other-vectors" ? [...text].reverse().join("") : text,
        width,
      );
      return { object: "embedding", index, embedding: encoding === "base64" ? base64Of(vector) : vector };
    }),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

/** The texts of the user's messages. */
function promptOf(body: RequestBody): string {
  return messagesOf(body, (role) => role === "user").join("\n");
}

/** The schema of `response_format`, or else one in a message as a line of JSON. */
function schemaOf(body: RequestBody): JsonSchema | null {
  const format = body["response_format"];
  if (isRecord(format) && isRecord(format["json_schema"]) && isRecord(format["json_schema"]["schema"])) {
    return format["json_schema"]["schema"];
  }
  const lines = messagesOf(body, () => true).flatMap((text) => text.split("\n"));
  return lines.map(schemaIn).find((schema) => schema !== null) ?? null;
}

function schemaIn(line: string): JsonSchema | null {
  if (!line.startsWith("{")) return null;
  try {
    const parsed: unknown = JSON.parse(line);
    return isRecord(parsed) && parsed["type"] === "object" && isRecord(parsed["properties"]) ? parsed : null;
  } catch {
    return null;
  }
}

function messagesOf(body: RequestBody, wanted: (role: unknown) => boolean): string[] {
  const messages: readonly unknown[] = Array.isArray(body["messages"]) ? body["messages"] : [];
  return messages.flatMap((message) =>
    isRecord(message) && wanted(message["role"]) && typeof message["content"] === "string"
      ? [message["content"]]
      : [],
  );
}

/** About four letters per token, as in English. */
function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Puts a streamed completion together, so that it is read like one that came whole. */
import { createParser } from "eventsource-parser";
import * as z from "zod";
import { parseJson } from "./extractJson";
import { BrokenStream } from "./failure";
import { content } from "./reply";

const piece = z.string().nullish().catch(null);
const delta = z.object({
  content: content.nullish(),
  refusal: piece,
  reasoning_content: piece,
  reasoning: piece,
});

// Tolerant like `replyFrom`. Some servers send the whole message at once.
const chunkShape = z.object({
  choices: z
    .array(z.object({ delta: delta.optional(), message: delta.optional(), finish_reason: piece }))
    .catch([]),
  usage: z.unknown().optional(),
  error: z.unknown().optional(),
});

const END = "[DONE]";

export class CompletionStream {
  /** Whether any event has come: otherwise the body is no stream. */
  begun = false;
  readonly #onPiece: (text: string) => void;
  readonly #parser = createParser({ onEvent: ({ data }) => this.#take(data) });
  readonly #message = { content: "", refusal: "", reasoning_content: "" };
  #finish: string | null = null;
  #ended = false;
  #usage: unknown;
  /** The body of an error that came midway. */
  #error: string | null = null;

  /** `onPiece` gets each piece of the answer's text. */
  constructor(onPiece: (text: string) => void) {
    this.#onPiece = onPiece;
  }

  feed(text: string): void {
    this.#parser.feed(text);
  }

  /**
   * The body of the completion, or of the error, as it would have come whole.
   * @throws {BrokenStream} where the stream broke off
   */
  body(): string {
    if (this.#error !== null) return this.#error;
    if (!this.#ended && this.#finish === null) throw new BrokenStream();
    const message = { role: "assistant", ...this.#message };
    return JSON.stringify({
      choices: [{ index: 0, message, finish_reason: this.#finish }],
      usage: this.#usage,
    });
  }

  #take(data: string): void {
    this.begun = true;
    if (data.trim() === END) this.#ended = true;
    const chunk = chunkShape.safeParse(parseJson(data)?.value).data;
    if (chunk === undefined) return;
    if (chunk.error !== undefined && chunk.error !== null)
      this.#error = JSON.stringify({ error: chunk.error });
    // The last one counts everything.
    this.#usage = chunk.usage ?? this.#usage;
    const [choice] = chunk.choices;
    if (choice === undefined) return;
    this.#finish = choice.finish_reason ?? this.#finish;
    const { content, refusal, reasoning_content, reasoning } = choice.delta ?? choice.message ?? {};
    this.#message.refusal += refusal ?? "";
    this.#message.reasoning_content += reasoning_content ?? reasoning ?? "";
    if (!content) return;
    this.#message.content += content;
    this.#onPiece(content);
  }
}

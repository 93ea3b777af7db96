/** Reads a chat completion tolerantly: servers differ in the fields that they leave out. */
import * as z from "zod";
import type { Format } from "./formats";

// Some servers send a message in parts, some of which are reasoning.
export const content = z.union([
  z.string(),
  z
    .array(z.object({ type: z.string(), text: z.string().optional().catch(undefined) }))
    .transform((parts) =>
      parts.map(({ type, text = "" }) => (type === "text" || type === "output_text" ? text : "")).join(""),
    ),
]);

const reasoning = z.string().nullish().catch(null);

const completionShape = z.object({
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({
        content: content.nullish(),
        refusal: z.string().nullish(),
        reasoning_content: reasoning,
        reasoning,
      }),
    }),
  ),
});

/** The first choice of a completion. */
export interface Reply {
  readonly format: Format;
  readonly text: string;
  /** Empty where the server does not separate it. */
  readonly reasoning: string;
  readonly refused: boolean;
  readonly finish: string | null;
}

/** Reads a response body; null where it is no chat completion. A completion without a choice is an empty reply. */
export function replyFrom(body: unknown, format: Format): Reply | null {
  const parsed = completionShape.safeParse(body);
  if (!parsed.success) return null;
  const choice = parsed.data.choices[0];
  return {
    format,
    text: choice?.message.content ?? "",
    reasoning: choice?.message.reasoning_content ?? choice?.message.reasoning ?? "",
    refused: Boolean(choice?.message.refusal),
    finish: choice?.finish_reason ?? null,
  };
}

/** Texts of a model's answer, as its schema bounds them. */
import * as z from "zod";

/** `text` of 1 to `most` code points. A refinement, because strict JSON-schema mode refuses length keywords. */
export function boundedText(most: number, description: string) {
  return z
    .string()
    .refine((value) => value.trim() !== "" && [...value].length <= most, {
      error: `must have 1 to ${most} characters`,
    })
    .describe(`${description} 1 to ${most} characters.`);
}

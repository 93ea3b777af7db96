/** The body of every refusal. */
import * as z from "zod";
import { ERROR_CODES } from "../errors";

export const error = z
  .strictObject({
    success: z.literal(false),
    error: z.string().meta({ description: "What went wrong, for people" }),
    code: z.enum(ERROR_CODES).meta({ description: "What went wrong, for programs" }),
  })
  .meta({ id: "ErrorBody", description: "Why a request was refused or failed" });

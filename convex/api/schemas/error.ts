/** The body of every error. */
import * as z from "zod";
import { ERROR_CODES } from "../errors";

export const error = z
  .strictObject({
    success: z.literal(false),
    error: z.string().meta({ description: "The error, for people" }),
    code: z.enum(ERROR_CODES).meta({ description: "The error, for programs" }),
  })
  .meta({ id: "ErrorBody", description: "Why a request was refused or failed" });

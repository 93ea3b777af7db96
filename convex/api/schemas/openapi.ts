/** GET /openapi.json: its outline. What else it holds is OpenAPI's own to say. */
import * as z from "zod";

export const document = z.looseObject({
  openapi: z.literal("3.1.0"),
  info: z.looseObject({
    title: z.string(),
    version: z.string().meta({ description: "The agent's version" }),
  }),
  paths: z.record(z.string(), z.looseObject({})),
});

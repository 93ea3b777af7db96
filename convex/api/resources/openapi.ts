/** GET /openapi.json: the description of the interface. */
import * as z from "zod";
import { VERSION } from "../../agent/vitals";
import { documentOf, type OpenApiDocument } from "../openapi/document";
import { EXAMPLES } from "../openapi/examples";
import { nothing, reading, type Endpoint, type Route } from "../route";

export const documentBody = z.looseObject({
  openapi: z.literal("3.1.0"),
  info: z.looseObject({
    title: z.string(),
    version: z.string().meta({ description: "The agent's version" }),
  }),
  paths: z.record(z.string(), z.looseObject({})),
});

/** The endpoint that describes the routes, itself among them; they are asked for only with the first request. */
export function openapi(routes: () => readonly Route[]): Endpoint {
  // Nothing changes it as long as the code runs.
  let made: OpenApiDocument | null = null;
  return reading({
    documentation: {
      operationId: "getOpenApi",
      tag: "Interface",
      summary: "This document",
      description:
        "The OpenAPI document of the interface. It is generated from the schemas that check requests, so it says what they do.",
      answer: "The document.",
    },
    query: nothing,
    response: documentBody,
    handle: () => Promise.resolve((made ??= documentOf(routes(), VERSION, EXAMPLES))),
  });
}

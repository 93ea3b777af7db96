/** GET /openapi.json. */
import * as z from "zod";
import { VERSION } from "../../vitals/vitals";
import { documentOf, type OpenApiDocument } from "../openapi/document";
import { EXAMPLES } from "../openapi/examples";
import { emptyInput, getEndpoint, type Endpoint, type Route } from "../route";

export const documentBody = z.looseObject({
  openapi: z.literal("3.1.0"),
  info: z.looseObject({
    title: z.string(),
    version: z.string().meta({ description: "The agent's version" }),
  }),
  paths: z.record(z.string(), z.looseObject({})),
});

/** The endpoint that describes the routes, including itself. `routes` is called on the first request. */
export function openapi(routes: () => readonly Route[]): Endpoint {
  let document: OpenApiDocument | null = null;
  return getEndpoint({
    operationId: "getOpenApi",
    tag: "Interface",
    summary: "Get this document",
    description:
      "The OpenAPI document of the interface. It is generated from the schemas that check requests.",
    answer: "The document.",
    query: emptyInput,
    response: documentBody,
    handle: () => Promise.resolve((document ??= documentOf(routes(), VERSION, EXAMPLES))),
  });
}

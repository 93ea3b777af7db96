/** The interface's own description. */
import { VERSION } from "../../agent/vitals";
import { documentOf, type OpenApiDocument } from "../openapi/document";
import { EXAMPLES } from "../openapi/examples";
import { nothing, reading, type Endpoint, type Route } from "../route";
import * as OpenApi from "../schemas/openapi";

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
    response: OpenApi.document,
    handle: () => Promise.resolve((made ??= documentOf(routes(), VERSION, EXAMPLES))),
  });
}

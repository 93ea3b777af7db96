/** Helpers for tests of the OpenAPI document: the document as served, its type, and its schemas as zod schemas. */
import * as z from "zod";
import { routes } from "../../convex/http";
import { VERSION } from "../../convex/vitals/vitals";
import { documentOf } from "../../convex/api/openapi/document";
import { EXAMPLES } from "../../convex/api/openapi/examples";

const mediaType = z.object({
  schema: z.looseObject({}),
  examples: z.object({ recorded: z.object({ summary: z.string(), value: z.unknown() }) }).optional(),
});
/** What is not JSON is described as text. */
const media = z.record(z.string(), mediaType).transform((content) => {
  const [[type, described] = ["", undefined]] = Object.entries(content);
  return { ...mediaType.parse(described), type };
});
const response = z.object({
  description: z.string().min(1),
  headers: z.record(z.string(), z.object({ $ref: z.string() })),
  // A response without a body has none.
  content: media.optional(),
});
const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()).length(1),
  summary: z.string().min(1),
  description: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.looseObject({})).optional(),
  requestBody: z.object({ required: z.boolean(), content: media }).optional(),
  responses: z.record(z.string(), z.union([response, z.object({ $ref: z.string() })])),
});
export const documentShape = z.object({
  info: z.object({ version: z.string() }),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({
    schemas: z.record(z.string(), z.looseObject({})),
    parameters: z.record(z.string(), z.looseObject({})),
    headers: z.record(z.string(), z.looseObject({ required: z.boolean().optional() })),
    responses: z.record(z.string(), response),
  }),
});

export const served = documentShape.parse(documentOf(routes, VERSION, EXAMPLES));
export const operations = Object.entries(served.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({
    name: `${method.toUpperCase()} ${path}`,
    described,
  })),
);

/** The documented response; undefined where the operation has none of this status. */
export function describedResponse(name: string, status: number): z.infer<typeof response> | undefined {
  const described = operations.find((one) => one.name === name)?.described.responses[status];
  if (described === undefined || !("$ref" in described)) return described;
  return served.components.responses[described.$ref.replace("#/components/responses/", "")];
}

/** A JSON Schema of the document with its references, as a zod schema; without conditions, which zod does not support. */
export function fromDocument(schema: object): z.ZodType {
  const whole = { ...schema, $defs: served.components.schemas };
  const text = JSON.stringify(whole).replaceAll("#/components/schemas/", "#/$defs/");
  return z.fromJSONSchema(
    JSON.parse(text, (key, value: unknown) => (/^(if|then|else)$/.test(key) ? undefined : value)),
  );
}

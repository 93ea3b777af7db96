/** Reads the operations, parameters and schemas of an OpenAPI document. */
import * as z from "zod";
import { METHODS, type Method } from "../../convex/api/route";

const schema = z.record(z.string(), z.unknown());
export type JsonSchema = z.output<typeof schema>;

const reference = z.strictObject({ $ref: z.string() });
const mediaType = z.enum(["application/json", "application/x-ndjson", "text/event-stream", "text/plain"]);
export type MediaType = z.output<typeof mediaType>;
const content = z.partialRecord(mediaType, z.looseObject({ schema }));
const parameter = z.looseObject({
  name: z.string(),
  in: z.enum(["path", "query", "header"]),
  description: z.string().optional(),
  required: z.boolean().default(false),
  schema,
});
const response = z.looseObject({
  headers: z.record(z.string(), z.unknown()).default({}),
  content: content.optional(),
});
const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  // The first is the one that it needs, the others do as well.
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.union([reference, parameter])).default([]),
  requestBody: z.looseObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string(), z.union([reference, response])),
});
const documentShape = z.looseObject({
  paths: z.record(z.string(), z.partialRecord(z.enum(["get", "post", "patch", "delete"]), operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), schema),
    parameters: z.record(z.string(), parameter),
    headers: z.record(z.string(), z.looseObject({ required: z.boolean().default(false), schema })),
    responses: z.record(z.string(), response),
  }),
});

export type OpenApi = z.output<typeof documentShape>;
type Parameter = z.output<typeof parameter>;

/** An operation with its references resolved. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly method: Method;
  /** May have one segment `{id}`. */
  readonly path: string;
  /** The class of the token that it needs; `read`: only where the service has read tokens. */
  readonly token: "tick" | "write" | "read" | null;
  readonly query: readonly Parameter[];
  /** Whether it accepts an Idempotency-Key. */
  readonly keyed: boolean;
  /** Whether it accepts If-Match. */
  readonly versioned: boolean;
  readonly body: { readonly required: boolean; readonly schema: JsonSchema; readonly type: MediaType } | null;
  /** Its responses by status. */
  readonly responses: ReadonlyMap<number, Answer>;
}

export interface Answer {
  /** The schema of the body; null without a body. */
  readonly schema: JsonSchema | null;
  /** Of the body. The schema of what is not JSON is that of text. */
  readonly type: MediaType;
  /** The schemas of possible headers, by name. */
  readonly headers: Readonly<Record<string, { readonly required: boolean; readonly schema: JsonSchema }>>;
}

/** Parses a document. Throws for unsupported content. */
export function readDocument(json: unknown): OpenApi {
  return documentShape.parse(json);
}

/** All operations, in the document's order. */
export function operationsOf(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const described = methods[lowercase(method)];
      if (described === undefined) return [];
      const parameters = described.parameters.map((one) => parameterOf(document, one));
      const security = Object.keys(described.security[0] ?? {});
      return [
        {
          operationId: described.operationId,
          summary: described.summary,
          method,
          path,
          token: z
            .enum(["tick", "write", "read"])
            .nullable()
            .parse(security[0]?.replace(/Token$/, "") ?? null),
          query: parameters.filter((one) => one.in === "query"),
          keyed: parameters.some((one) => one.name === "Idempotency-Key"),
          versioned: parameters.some((one) => one.name === "If-Match"),
          body: described.requestBody
            ? {
                required: described.requestBody.required,
                ...bodyOf(described.requestBody.content),
              }
            : null,
          responses: new Map(
            Object.entries(described.responses).map(([status, one]) => [
              Number(status),
              answerOf(document, one),
            ]),
          ),
        },
      ];
    }),
  );
}

function bodyOf(of: z.output<typeof content>): { schema: JsonSchema; type: MediaType } {
  const [first, ...others] = mediaType.options.flatMap((type) => {
    const described = of[type];
    return described === undefined ? [] : [{ schema: described.schema, type }];
  });
  if (first === undefined || others.length > 0) throw new Error("content of one media type was expected");
  return first;
}

function lowercase<Text extends string>(text: Text) {
  return text.toLowerCase() as Lowercase<Text>;
}

/** The name of a reference into this part of the components. Throws for other references. */
export function referredName(reference: string, part: string): string {
  const prefix = `#/components/${part}/`;
  if (!reference.startsWith(prefix)) throw new Error(`${reference} is not among the components' ${part}`);
  return reference.slice(prefix.length);
}

function parameterOf(document: OpenApi, given: OpenApiReference | Parameter): Parameter {
  return isReference(given) ? found(document.components.parameters, given.$ref, "parameters") : given;
}

function answerOf(document: OpenApi, given: OpenApiReference | z.output<typeof response>): Answer {
  const own = isReference(given) ? found(document.components.responses, given.$ref, "responses") : given;
  return {
    ...(own.content === undefined
      ? { schema: null, type: "application/json" as const }
      : bodyOf(own.content)),
    headers: Object.fromEntries(
      Object.entries(own.headers).map(([name, one]) => [
        name,
        found(document.components.headers, reference.parse(one).$ref, "headers"),
      ]),
    ),
  };
}

type OpenApiReference = z.output<typeof reference>;

function isReference(value: object): value is OpenApiReference {
  return "$ref" in value;
}

function found<T>(components: Readonly<Record<string, T>>, reference: string, part: string): T {
  const component = components[referredName(reference, part)];
  if (component === undefined) throw new Error(`${reference} does not exist`);
  return component;
}

/** JSON schemas of tools, from the service's OpenAPI document, which is generated from the schemas that check requests. */

/** A JSON schema, as far as it is looked into here. */
export interface JsonSchema {
  type?: string;
  description?: string;
  default?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  [keyword: string]: unknown;
}

export interface ToolSchemas {
  readonly input: JsonSchema;
  readonly output: JsonSchema;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface Content {
  readonly content?: { readonly "application/json"?: { readonly schema: JsonSchema } };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

export interface Document {
  readonly paths: Readonly<Record<string, object>>;
}

/**
 * The input and the output of an operation, complete in themselves: many clients resolve no references.
 * @throws {Error} where the document has no such operation
 */
export function operationSchemas(document: Document, operationId: string): ToolSchemas {
  const operation = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods) as Operation[])
    .find((one) => one.operationId === operationId);
  if (operation === undefined) throw new Error(`the service has no operation ${operationId}`);
  const inline = inliner(document);
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  const answer = operation.responses["200"]?.content?.["application/json"]?.schema ?? {};
  return {
    input: body === undefined ? queryInput(operation.parameters ?? [], inline) : asObject(inline(body)),
    output: asObject(inline(answer)),
  };
}

function queryInput(parameters: readonly Parameter[], inline: <T>(value: T) => T): JsonSchema {
  const query = parameters.map(inline).filter((parameter) => parameter.in === "query");
  const spread = query.filter(({ schema }) => schema.type === "object");
  return {
    type: "object",
    // The properties of an object are parameters of their own.
    ...(spread.length === 0
      ? {}
      : {
          patternProperties: Object.fromEntries(
            spread.map(({ name }) => [`^${name}\\.`, { type: "string" }]),
          ),
        }),
    properties: Object.fromEntries(
      query
        .filter(({ schema }) => schema.type !== "object")
        .map(({ name, description, schema }) => [
          name,
          { ...schema, ...(description === undefined ? {} : { description }) },
        ]),
    ),
    required: query.filter(({ required }) => required === true).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** The protocol wants `type` at the root; conditions there are beyond many clients, and the service checks them anyway. */
function asObject(schema: JsonSchema): JsonSchema {
  const { if: _if, then: _then, else: _else, ...rest } = schema;
  return { ...rest, type: "object" };
}

/** Replaces references into the document by copies of what they refer to. */
function inliner(document: object): <T>(value: T) => T {
  const at = (pointer: string): unknown =>
    pointer
      .slice(2)
      .split("/")
      .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], document);
  const copy = (value: unknown, seen: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => copy(item, seen));
    if (typeof value !== "object" || value === null) return value;
    const { $ref, ...rest } = value as { $ref?: string };
    const own = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, copy(inner, seen)]));
    // A schema inside itself stays open there.
    if (typeof $ref !== "string" || seen.includes($ref)) return own;
    return { ...(copy(at($ref), [...seen, $ref]) as object), ...own };
  };
  return <T>(value: T) => copy(value, []) as T;
}

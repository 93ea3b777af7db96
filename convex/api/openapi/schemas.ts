/** zod schemas as the document's JSON Schemas; those with an id are kept apart as shared components. */
import * as z from "zod";

export type Json = Readonly<Record<string, unknown>>;

/** What a document's operations share, gathered while they are described. */
export class Shared {
  readonly schemas = new Map<string, Json>();
  readonly parameters = new Map<string, Json>();

  /**
   * The schema, or a reference where it has an id.
   * @param io what a caller may send, or what the service makes of it
   * @throws Error where two different schemas have one id
   */
  schema(schema: z.ZodType, io: "input" | "output"): Json {
    const { json, definitions } = convert(schema, io);
    for (const [id, definition] of definitions) keep(this.schemas, id, definition);
    return json;
  }

  /** A query parameter as the value that its text stands for, or a reference where it has an id. */
  parameter(name: string, field: z.ZodType, required: boolean): Json {
    const { json, definitions } = convert(field, "output");
    const id = z.globalRegistry.get(field)?.id;
    const own = id === undefined ? json : (definitions.get(id) ?? json);
    for (const [other, definition] of definitions) {
      if (other !== id) keep(this.schemas, other, definition);
    }
    const { description, ...schema } = own;
    const parameter = { name, in: "query", description, required, schema };
    if (id === undefined) return parameter;
    keep(this.parameters, id, parameter);
    return { $ref: `#/components/parameters/${id}` };
  }
}

/** The components by name, in an order that does not depend on the routes'. */
export function inOrder(components: ReadonlyMap<string, Json>): Json {
  return Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1)));
}

// The type null alone stops openapi-generator's Python, and without a type beside the value hey-api has none.
// Among other schemas null is what all generators look for.
const ONLY_NULL: Json = { type: ["string", "null"], enum: [null] };

function convert(schema: z.ZodType, io: "input" | "output"): { json: Json; definitions: Map<string, Json> } {
  // Inside an array a schema with an id comes out as a reference, like those within it.
  const { items, $defs = {} } = z.toJSONSchema(z.array(schema), {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema, path }) => {
      if (jsonSchema.type === "null" && path.at(-2) !== "anyOf") Object.assign(jsonSchema, ONLY_NULL);
    },
  });
  const definitions = Object.entries($defs).map(([id, definition]): [string, Json] => [
    id,
    rebased(definition),
  ]);
  return { json: rebased(items), definitions: new Map(definitions) };
}

/** With its references pointing to where the document keeps what they name. */
function rebased(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'));
}

function keep(components: Map<string, Json>, id: string, component: Json): void {
  const kept = components.get(id);
  if (kept !== undefined && JSON.stringify(kept) !== JSON.stringify(component)) {
    throw new Error(`two different components have the id ${id}`);
  }
  components.set(id, component);
}

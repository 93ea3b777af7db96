/** Converts zod schemas to the document's JSON Schemas. Schemas with an id become shared components. */
import * as z from "zod";

export type Json = Readonly<Record<string, unknown>>;

/** The components that operations share, collected while they are described. */
export class SharedComponents {
  readonly schemas = new Map<string, Json>();
  readonly parameters = new Map<string, Json>();

  /**
   * The schema, or a reference where it has an id.
   * @param io what callers send, or what the service returns
   * @throws {Error} where two different schemas have the same id
   */
  schema(schema: z.ZodType, io: "input" | "output"): Json {
    const { json, definitions } = convert(schema, io);
    for (const [id, definition] of definitions) keep(this.schemas, id, definition);
    return json;
  }

  /** A query parameter with the schema of its parsed value, or a reference where it has an id. */
  parameter(name: string, field: z.ZodType, required: boolean): Json {
    const { json, definitions } = convert(field, "output");
    const id = z.globalRegistry.get(field)?.id;
    const own = id === undefined ? json : (definitions.get(id) ?? json);
    for (const [other, definition] of definitions) {
      if (other !== id) keep(this.schemas, other, definition);
    }
    const { description, ...schema } = own;
    // Each property of an object is a parameter of its own.
    const spread = schema["type"] === "object" ? { style: "form", explode: true } : {};
    const parameter = { name, in: "query", description, required, ...spread, schema };
    if (id === undefined) return parameter;
    keep(this.parameters, id, parameter);
    return { $ref: `#/components/parameters/${id}` };
  }
}

/** Sorted, so that the order of the routes does not change the document. */
export function sortedByName(components: ReadonlyMap<string, Json>): Json {
  return Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1)));
}

// openapi-generator's Python fails on the type null alone, and hey-api needs a type beside the value. Inside `anyOf`, every
// generator expects plain null.
const ONLY_NULL: Json = { type: ["string", "null"], enum: [null] };

function convert(schema: z.ZodType, io: "input" | "output"): { json: Json; definitions: Map<string, Json> } {
  // Inside an array zod turns a schema with an id into a reference.
  const { items, $defs = {} } = z.toJSONSchema(z.array(schema), {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema, path }) => {
      if (jsonSchema.type === "null" && path.at(-2) !== "anyOf") Object.assign(jsonSchema, ONLY_NULL);
    },
  });
  const definitions = Object.entries($defs).map(([id, definition]): [string, Json] => [
    id,
    rebaseRefs(definition),
  ]);
  return { json: rebaseRefs(items), definitions: new Map(definitions) };
}

/** Points references to the document's components. */
function rebaseRefs(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'));
}

function keep(components: Map<string, Json>, id: string, component: Json): void {
  const kept = components.get(id);
  if (kept !== undefined && JSON.stringify(kept) !== JSON.stringify(component)) {
    throw new Error(`two different components have the id ${id}`);
  }
  components.set(id, component);
}

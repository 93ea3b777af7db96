/** Checks the fields of a line against a validator and finds the ids in it: the schema says where they are. */
import { jsonToConvex, type GenericValidator, type Value } from "convex/values";

/** A field that breaks a rule. `path` names it, such as `row.sentiment.score`. */
export class FieldError extends Error {
  readonly path: string;
  readonly rule: string;
  constructor(path: string, rule: string) {
    super(`${path}: ${rule}`);
    this.name = "FieldError";
    this.path = path;
    this.rule = rule;
  }
}

/** Stands for an id whose row is not here. `tables`: those that the row may be of. */
export class Missing {
  readonly path: string;
  readonly tables: readonly string[];
  readonly id: string;
  constructor(path: string, tables: readonly string[], id: string) {
    this.path = path;
    this.tables = tables;
    this.id = id;
  }
}
type Renamed = Value | undefined | Missing;

/** The id here of an id of the source; undefined where its row is not here. */
export type Rename = (id: string, tables: readonly string[]) => string | undefined;

/** Longer than any text that is stored. */
const MAX_TEXT = 262_144;
/** The most code points of texts that name something. */
const LENGTHS: Readonly<Record<string, number>> = {
  ...{ content: 16_384, metadata: 32_768, title: 512, source: 512, scope: 128, from: 128 },
  // Whose content is a document.
  "contents.content": 131_072,
};
/** The most elements of lists that are written one by one. */
const COUNTS: Readonly<Record<string, number>> = { tags: 32, norms: 4_000 };

/**
 * The value with its ids renamed. An id that is missing gives way with the smallest part that may be left out: an element of an
 * array or an optional field. `Missing` where none may.
 * @throws {FieldError} where the value is not what the validator describes
 */
export function renamed(validator: GenericValidator, json: unknown, rename: Rename): Value | Missing {
  return walk(validator, json, "", rename) ?? null;
}

/** The value, as it is. @throws {FieldError} as `renamed` */
export function checked(validator: GenericValidator, json: unknown): Value {
  return renamed(validator, json, (id) => id) as Value;
}

/** The ids in a value, each once, with the tables that its row may be of. @throws {FieldError} as `renamed` */
export function idsIn(validator: GenericValidator, json: unknown): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  renamed(validator, json, (id, tables) => {
    found.set(id, tables);
    return id;
  });
  return found;
}

/** The tables of the ids that a validator describes. */
export function tablesIn(validator: GenericValidator): string[] {
  switch (validator.kind) {
    case "id":
      return [validator.tableName];
    case "array":
      return tablesIn(validator.element);
    case "object":
      return Object.values<GenericValidator>(validator.fields).flatMap(tablesIn);
    case "union":
      return validator.members.flatMap(tablesIn);
    default:
      return [];
  }
}

function walk(validator: GenericValidator, json: unknown, path: string, rename: Rename): Renamed {
  const wrong = (what: string) => new FieldError(path === "" ? "line" : path, `must be ${what}`);
  switch (validator.kind) {
    case "id":
      return walkId([validator.tableName], json, path, rename, wrong);
    case "string":
      if (typeof json !== "string") throw wrong("text");
      return checkedText(json, path, wrong);
    case "float64":
      if (typeof json !== "number" || !Number.isFinite(json)) throw wrong("a number");
      return json;
    case "boolean":
      if (typeof json !== "boolean") throw wrong("true or false");
      return json;
    case "null":
      if (json !== null) throw wrong("null");
      return json;
    case "literal":
      if (json !== validator.value) throw wrong(JSON.stringify(validator.value));
      return json as Value;
    case "bytes":
      return bytesOf(json, wrong);
    case "array": {
      const most = COUNTS[nameOf(path)] ?? MAX_ELEMENTS;
      if (!Array.isArray(json) || json.length > most) throw wrong(`a list of at most ${most}`);
      return json
        .map((one: unknown, i) => walk(validator.element, one, `${path}[${i}]`, rename))
        .filter((one): one is Value => !(one instanceof Missing) && one !== undefined);
    }
    case "record":
    case "object":
      return walkObject(validator, json, path, rename, wrong);
    case "union":
      return walkUnion(validator.members, json, path, rename, wrong);
    default:
      throw new Error(`no ${validator.kind} can be imported`);
  }
}

function walkId(
  tables: readonly string[],
  json: unknown,
  path: string,
  rename: Rename,
  wrong: Wrong,
): Renamed {
  if (typeof json !== "string" || json === "" || json.length > 64) throw wrong("an id");
  return rename(json, tables) ?? new Missing(path, tables, json);
}

/** What Convex allows. */
const MAX_ELEMENTS = 8_192;

type Wrong = (what: string) => FieldError;

function checkedText(json: string, path: string, wrong: Wrong): string {
  const name = nameOf(path);
  const most = LENGTHS[path] ?? (Object.hasOwn(LENGTHS, name) ? LENGTHS[name] : MAX_TEXT) ?? MAX_TEXT;
  if (json.length > most && Array.from(json.trim()).length > most)
    throw wrong(`text of at most ${most} characters`);
  if (name === "metadata" && !isJsonObject(json)) throw wrong("the JSON text of an object");
  return json;
}

/** Levels of metadata: callers may send 8, and merges add some. */
const MAX_LEVELS = 16;

function isJsonObject(text: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  let level = [value];
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth++)
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  return isPlain(value) && level.length === 0;
}

/** The name of a field: of a list's elements, that of the list. */
function nameOf(path: string): string {
  return /(\w+)(?:\[\d+\])*$/.exec(path)?.[1] ?? "";
}

function bytesOf(json: unknown, wrong: Wrong): ArrayBuffer {
  if (json instanceof ArrayBuffer) return json;
  const what = 'bytes as {"$bytes": base64}';
  if (!isPlain(json) || Object.keys(json).length !== 1 || typeof json.$bytes !== "string") throw wrong(what);
  try {
    return jsonToConvex({ $bytes: json.$bytes }) as ArrayBuffer;
  } catch {
    throw wrong(what);
  }
}

function walkObject(
  validator: Extract<GenericValidator, { kind: "object" | "record" }>,
  json: unknown,
  path: string,
  rename: Rename,
  wrong: Wrong,
): Renamed {
  if (!isPlain(json)) throw wrong("an object");
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  const result: Record<string, Value> = {};
  if (validator.kind === "record") {
    for (const [name, inner] of Object.entries(json)) {
      const value = walk(validator.value, inner, at(name), rename);
      if (!(value instanceof Missing) && value !== undefined) result[name] = value;
    }
    return result;
  }
  const fields: Readonly<Record<string, GenericValidator>> = validator.fields;
  const unknown = Object.keys(json).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) throw new FieldError(at(unknown.slice(0, 40)), "is not a field of this kind");
  for (const [name, field] of Object.entries(fields)) {
    const isOptional: boolean = (field.isOptional as string) === "optional";
    if (!Object.hasOwn(json, name)) {
      if (isOptional) continue;
      throw new FieldError(at(name), "is missing");
    }
    const value = walk(field, json[name], at(name), rename);
    if (value instanceof Missing) {
      if (!isOptional) return value;
    } else if (value !== undefined) result[name] = value;
  }
  return result;
}

/** By the first member that fits. */
function walkUnion(
  members: readonly GenericValidator[],
  json: unknown,
  path: string,
  rename: Rename,
  wrong: Wrong,
): Renamed {
  if (members.every((one) => one.kind === "id")) {
    const tables = members.map(({ tableName }) => tableName);
    return walkId(tables, json, path, rename, wrong);
  }
  if (members.some((one) => one.kind === "literal" && one.value === json)) return json as Value;
  let nearest: FieldError | undefined;
  for (const member of members.filter(({ kind }) => kind !== "literal"))
    try {
      return walk(member, json, path, rename);
    } catch (thrown) {
      if (!(thrown instanceof FieldError)) throw thrown;
      nearest = thrown;
    }
  throw members.every(({ kind }) => kind === "literal")
    ? wrong(`one of ${members.map((one) => JSON.stringify("value" in one ? one.value : "")).join(", ")}`)
    : (nearest ?? wrong("a value"));
}

export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

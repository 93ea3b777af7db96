/** Planned requests: an operation with generated input, and sometimes a wrong method, path, token or content type. */
import * as fc from "fast-check";
import { EXPORTED } from "../../convex/lib/exportedTables";
import type { OpenApi, Operation } from "../../scripts/openapi/read";
import { valueFor, anyJson, unusualName, type InputKind } from "./values";

export interface Plan {
  readonly operation: Operation;
  readonly manner: InputKind;
  /** Differs from the operation's if the plan has a wrong path. */
  readonly method: string;
  readonly path: string;
  /** The path's `{id}`, usually a placeholder. */
  readonly id: unknown;
  /** Values, with placeholders for earlier responses. Strings are put into the query as they are. */
  readonly query: readonly (readonly [string, unknown])[];
  /** Appended to the query. */
  readonly rawQuery: string;
  readonly body: Body;
  readonly token: "right" | "other" | "none" | "wrong";
  readonly key: string | null;
  /** If-Match, for what has a version. */
  readonly version: string | null;
  /** Last-Event-ID, for a stream. */
  readonly lastEventId: string | null;
}

type Body =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly value: unknown; readonly contentType: string }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly contentType: string | null };

/** A request for each operation of the document, in any order. Drawn freely, some operations would come rarely. */
export function roundFor(document: OpenApi, operations: readonly Operation[]): fc.Arbitrary<Plan[]> {
  return fc
    .tuple(...operations.map((operation) => planOf(document, operation)))
    .chain((plans) => fc.shuffledSubarray(plans, { minLength: plans.length }));
}

function planOf(document: OpenApi, operation: Operation): fc.Arbitrary<Plan> {
  const usual = fc
    .oneof(
      { weight: 4, arbitrary: fc.constant<InputKind>("valid") },
      { weight: 3, arbitrary: fc.constant<InputKind>("boundary") },
      { weight: 2, arbitrary: fc.constant<InputKind>("wild") },
    )
    .chain((manner) =>
      fc.record<Plan>({
        operation: fc.constant(operation),
        manner: fc.constant(manner),
        method: fc.constant(operation.method),
        path: fc.constant(operation.path),
        id: valueFor(document, { type: "string" }, manner, idNameOf(operation.path)),
        query: queryFor(document, operation, manner),
        rawQuery: fc.constant(""),
        body: bodyFor(document, operation, manner),
        token: fc.constant("right"),
        version: operation.versioned
          ? fc.constantFrom(null, null, null, "*", '"1"', "2", '"', "one")
          : fc.constant(null),
        lastEventId:
          operation.responses.get(200)?.type === "text/event-stream"
            ? fc.constantFrom(null, "", "evt_1_0", "evt_999_zz", "one", "evt_1_!")
            : fc.constant(null),
        // Few keys, so that they repeat with the same and with other bodies.
        key: fc.oneof(
          { weight: 5, arbitrary: fc.constant(null) },
          { weight: 1, arbitrary: fc.constantFrom("one", "two", "three", "k".repeat(255)) },
        ),
      }),
    );
  const spoilt = fc.tuple(usual, flaw()).map(([plan, spoil]) => ({ ...plan, ...spoil }));
  return fc.oneof({ weight: 7, arbitrary: usual }, { weight: 2, arbitrary: spoilt });
}

/** The name by which the pool knows ids of a path's kind: "memoriesId" in /memories/{id}. */
function idNameOf(path: string): string {
  return `${path.split("/{id}")[0]?.split("/").at(-1) ?? ""}Id`;
}

function queryFor(document: OpenApi, operation: Operation, manner: InputKind): fc.Arbitrary<Plan["query"]> {
  const given = operation.query.map(({ name, schema, required }) => {
    const value =
      schema["type"] === "object"
        ? pairsFor(name, manner)
        : valueFor(document, { ...schema, description: schema.description }, manner, name);
    const pair = value.map((one): readonly [string, unknown] => [name, one]);
    // One in so many parameters is left out.
    return required && manner === "valid" ? pair : fc.option(pair, { nil: null, freq: required ? 9 : 2 });
  });
  // The properties of an object are parameters of their own.
  const spread = ([name, value]: readonly [string, unknown]): readonly (readonly [string, unknown])[] =>
    value instanceof Pairs ? value.pairs : [[name, value]];
  return fc.tuple(...given).map((pairs) => pairs.filter((pair) => pair !== null).flatMap(spread));
}

class Pairs {
  readonly pairs: readonly (readonly [string, unknown])[];
  constructor(pairs: Pairs["pairs"]) {
    this.pairs = pairs;
  }
}

/** Parameters such as `metadata.source`, of an object's properties. */
function pairsFor(name: string, manner: InputKind): fc.Arbitrary<Pairs> {
  const usual = fc.tuple(
    fc.constantFrom("source", "context", "mood", "topic", "learnedBy"),
    fc.constantFrom("note", "news", "curious", "tea", "7", "true", ""),
  );
  const pair = manner === "valid" ? usual : fc.oneof(usual, fc.tuple(unusualName(), anyJson()));
  const distinct = {
    selector: ([key]: readonly [unknown, unknown]) => key,
    maxLength: manner === "valid" ? 4 : 6,
  };
  return fc
    .uniqueArray(pair, distinct)
    .map((pairs) => new Pairs(pairs.map(([key, value]) => [`${name}.${String(key)}`, value])));
}

function bodyFor(document: OpenApi, { body, method }: Operation, manner: InputKind): fc.Arbitrary<Body> {
  if (method === "GET" || method === "DELETE" || body === null) return fc.constant({ kind: "none" });
  if (body.type === "application/x-ndjson") return linesFor(manner);
  const json = valueFor(document, body.schema, manner).map((value): Body => ({
    kind: "json",
    value,
    contentType: "application/json",
  }));
  return body.required ? json : fc.oneof(json, fc.constant<Body>({ kind: "none" }));
}

/** Lines of an import: rows of every kind with usual and unusual fields, lines of other programs, and what is no line. */
function linesFor(manner: InputKind): fc.Arbitrary<Body> {
  const id = fc.constantFrom("a", "b", "c", "d", "");
  const frame = { source: fc.constantFrom("fuzz", "mem0"), export: fc.nat(3), seq: fc.nat(9) };
  const told = fc.record({
    ...{ kind: fc.constant("told"), id: fc.constantFrom("a", "b", "c"), ...frame },
    type: fc.constantFrom("episodic", "semantic"),
    content: fc.constantFrom("The ferry leaves at nine.", "Rain again.", "x".repeat(16_384)),
  });
  const row = fc.record(
    {
      kind: fc.constantFrom(...EXPORTED, "erased", "end", "page", "none"),
      ...{ id, ...frame },
      of: fc.constantFrom(...EXPORTED),
      row: fc.dictionary(
        fc.constantFrom(
          "content",
          "memoryId",
          "source",
          "target",
          "type",
          "place",
          "createdAt",
          "metadata",
          "scope",
        ),
        fc.oneof(anyJson(), id, fc.constantFrom(0, 1, 0.5, "semantic", "{}", { $bytes: "AAAA" })),
      ),
      placed: fc.constantFrom(0, 1, 1e8, -1, 0.5),
    },
    { requiredKeys: manner === "wild" ? [] : ["kind", "id", "source", "export", "seq"] },
  );
  const link = fc.record({
    ...{ kind: fc.constant("links"), id: fc.constantFrom("k", "l"), ...frame },
    row: fc.record({
      ...{ source: fc.constantFrom("a", "b", "z"), target: fc.constantFrom("a", "b", "z") },
      type: fc.constantFrom("related_to", "contradicts"),
      ...{ strength: fc.constantFrom(0, 0.5, 1), confidence: fc.constant(1) },
      ...{ detected: fc.boolean(), createdAt: fc.nat(1_000) },
    }),
  });
  const cluster = fc.record({
    ...{ kind: fc.constant("coreMemories"), id: fc.constantFrom("m", "n"), ...frame },
    row: fc.record({
      ...{ clusterId: fc.constantFrom("o", "p"), scope: fc.constant(""), theme: fc.constant("x") },
      ...{ summary: fc.constant("x"), writer: fc.constant("reflex"), labelledSize: fc.nat(3) },
      ...{ size: fc.nat(3), confidence: fc.constant(1), lastReinforced: fc.nat(9), createdAt: fc.nat(9) },
    }),
  });
  const foreign = fc.constantFrom<unknown>(
    { results: [{ id: "m1", memory: "Likes tea.", user_id: "ana", created_at: "2026-01-02T03:04:05Z" }] },
    [{ mapping: { a: { id: "a", message: null, parent: "a" } }, current_node: "a" }],
    { core_memory: [{ label: "human", value: "Ana." }], messages: [{ role: "user", text: "{}" }] },
  );
  const valid = fc.oneof(told, link, cluster);
  const line =
    manner === "valid"
      ? fc.oneof({ weight: 5, arbitrary: valid }, { weight: 1, arbitrary: foreign })
      : fc.oneof(valid, row, foreign, anyJson());
  return fc.array(line, { maxLength: 6 }).map((lines): Body => {
    const text = lines.map((one) => JSON.stringify(one)).join("\n");
    return { kind: "bytes", bytes: new TextEncoder().encode(text), contentType: "application/x-ndjson" };
  });
}

/** A flaw outside the fields of a request. */
function flaw(): fc.Arbitrary<Partial<Plan>> {
  const contentType = fc.constantFrom(
    ...[
      "application/json",
      "application/json; charset=utf-8",
      "text/plain",
      "application/json; charset=latin1",
      null,
    ],
  );
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc
      .constantFrom(
        "",
        " ",
        "{",
        "[]",
        "null",
        '"text"',
        "0",
        "{}}",
        '{"a":1,"a":2}',
        "\ufeff{}",
        '{"a":"\\ud800"}',
      )
      .map((text) => new TextEncoder().encode(text)),
    fc.constant(new Uint8Array(1024 * 1024 + 1).fill(0x20)),
  );
  const rawQuery = fc.oneof(
    fc.constantFrom("limit=1&limit=2", "%zz=1", "x=%ff", "&&&", "=", "limit", "limit=", "a[b]=c"),
    fc.tuple(unusualName(), anyJson()).map((pair) => pair.map((one) => encoded(one)).join("=")),
  );
  return fc.oneof(
    fc.record<Partial<Plan>>({
      body: fc.record({ kind: fc.constant<"bytes">("bytes"), bytes, contentType }),
    }),
    fc.record<Partial<Plan>>({ rawQuery }),
    fc.record<Partial<Plan>>({ token: fc.constantFrom("other", "none", "wrong") }),
    fc.record<Partial<Plan>>({ key: fc.constantFrom("", " ", "k".repeat(256), "\u00e9", "a\tb") }),
    fc.record<Partial<Plan>>({
      method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"),
    }),
    fc.record<Partial<Plan>>({ path: fc.constantFrom("/console", "/nowhere", "/state/", "//", "/%2e%2e/") }),
  );
}

/** A value encoded for a query, without lone surrogates. */
export function encoded(value: unknown): string {
  const text = typeof value === "string" ? value : String(JSON.stringify(value));
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
}

/** Whether responses are as the OpenAPI document says: status, headers and body, by another reading of its schemas. */
import Ajv from "ajv";
import {
  operationsOf,
  readDocument,
  type Answer,
  type JsonSchema,
  type OpenApi,
  type Operation,
} from "../../scripts/openapi/read";
import type { Received, Sent } from "./sender";

/** Headers of every response, whatever it says. */
const ALWAYS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

export class DocumentChecker {
  readonly document: OpenApi;
  readonly operations: readonly Operation[];
  private readonly ajv: Ajv.Ajv;

  constructor(json: unknown) {
    this.document = readDocument(json);
    this.operations = operationsOf(this.document);
    // A keyword that this reader does not know would check nothing: then it fails instead.
    this.ajv = new Ajv({ strictKeywords: true, extendRefs: true, unknownFormats: "ignore" });
    for (const known of ["examples", "deprecated", "discriminator"]) {
      if (!this.ajv.getKeyword(known)) this.ajv.addKeyword(known, {});
    }
  }

  /** What is wrong with the answer of an operation. */
  faultsOf(operation: Operation, received: Received): string[] {
    const answer = operation.responses.get(received.status);
    if (answer === undefined) return [`${received.status} is not documented`];
    return this.faultsAgainst(answer, received);
  }

  /** What is wrong with the answer to a method that a path does not know, or to an unknown path. */
  faultsOfDetour(sent: Sent, received: Received): string[] {
    const faults = headerFaults(received);
    if (sent.method === "OPTIONS" && received.status === 204) return faults;
    if (received.status !== 404 && received.status !== 405)
      return [...faults, `${received.status} to a detour`];
    // HEAD's answers have no body.
    if (sent.method === "HEAD") return faults;
    const body = parsed(received.text);
    return [...faults, ...this.schemaFaults({ $ref: "#/components/schemas/ErrorBody" }, body, "the body")];
  }

  /** Whether the document allows a body; where it does, the service may know more rules. */
  allowsBody({ body }: Operation, value: unknown): boolean {
    return body !== null && this.schemaFaults(body.schema, value, "").length === 0;
  }

  private faultsAgainst({ schema, headers }: Answer, received: Received): string[] {
    const faults = headerFaults(received);
    for (const [name, { required, schema: rule }] of Object.entries(headers)) {
      const text = received.headers[name.toLowerCase()];
      if (text === undefined) {
        if (required) faults.push(`the header ${name} is missing`);
        continue;
      }
      const value = rule.type === "integer" ? Number(text) : text;
      faults.push(...this.schemaFaults(rule, value, `the header ${name}`));
    }
    if (schema !== null) faults.push(...this.schemaFaults(schema, parsed(received.text), "the body"));
    return faults;
  }

  private readonly compiled = new Map<string, Ajv.ValidateFunction>();

  private schemaFaults(schema: JsonSchema, value: unknown, what: string): string[] {
    const text = JSON.stringify(schema);
    let validate = this.compiled.get(text);
    if (validate === undefined) {
      // The reader keeps what is referred to under another name than OpenAPI does.
      const whole = { allOf: [schema], definitions: this.document.components.schemas };
      const rebased = JSON.stringify(whole).replaceAll('"#/components/schemas/', '"#/definitions/');
      validate = this.ajv.compile(JSON.parse(rebased) as object);
      this.compiled.set(text, validate);
    }
    if (validate(value) === true) return [];
    return [`${what}: ${this.ajv.errorsText(validate.errors, { dataVar: "" })}`];
  }
}

function headerFaults({ headers }: Received): string[] {
  const wrong = Object.entries(ALWAYS).filter(([name, value]) => headers[name] !== value);
  const faults = wrong.map(([name]) => `the header ${name} is ${String(headers[name.toLowerCase()])}`);
  if (headers["x-request-id"] === undefined) faults.push("the header X-Request-Id is missing");
  return faults;
}

/** The body's JSON; its text where it is none, which no schema of ours allows. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

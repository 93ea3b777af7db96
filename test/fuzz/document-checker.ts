/** Checks responses (status, headers and body) against the OpenAPI document with Ajv, independently of the service. */
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

/** Headers of every response. */
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
    // Fails for unknown keywords, which would otherwise check nothing.
    this.ajv = new Ajv({ strictKeywords: true, extendRefs: true, unknownFormats: "ignore" });
    for (const known of ["examples", "deprecated", "discriminator"]) {
      if (!this.ajv.getKeyword(known)) this.ajv.addKeyword(known, {});
    }
  }

  /** The faults of an operation's response. */
  faultsOf(operation: Operation, received: Received): string[] {
    const answer = operation.responses.get(received.status);
    if (answer === undefined) return [`${received.status} is not documented`];
    return this.faultsAgainst(answer, received);
  }

  /** The faults of a response to an unsupported method or an unknown path. */
  faultsOfDetour(sent: Sent, received: Received): string[] {
    const faults = headerFaults(received);
    if (sent.method === "OPTIONS" && received.status === 204) return faults;
    if (received.status !== 404 && received.status !== 405)
      return [...faults, `${received.status} to a detour`];
    // Responses to HEAD have no body.
    if (sent.method === "HEAD") return faults;
    const body = parsed(received.text);
    return [...faults, ...this.schemaFaults({ $ref: "#/components/schemas/ErrorBody" }, body, "the body")];
  }

  /** Whether the document allows a body. The service may have further rules. */
  allowsBody({ body }: Operation, value: unknown): boolean {
    return body !== null && this.schemaFaults(body.schema, value, "").length === 0;
  }

  private faultsAgainst({ schema, headers, type }: Answer, received: Received): string[] {
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
    if (schema !== null)
      faults.push(
        ...this.schemaFaults(
          schema,
          type === "application/json" ? parsed(received.text) : received.text,
          "the body",
        ),
      );
    return faults;
  }

  private readonly compiled = new Map<string, Ajv.ValidateFunction>();

  private schemaFaults(schema: JsonSchema, value: unknown, what: string): string[] {
    const text = JSON.stringify(schema);
    let validate = this.compiled.get(text);
    if (validate === undefined) {
      // Ajv names definitions differently from OpenAPI.
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

/** The body's JSON, or its text if it is not JSON, which no schema allows. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

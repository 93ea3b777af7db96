/** Sends planned requests unchanged over keep-alive connections. */
import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { textOf } from "../support/request";
import type { Pool } from "./pool";
import { encoded, type Plan } from "./plans";

/** A request with all placeholders filled in. */
export interface Sent {
  readonly method: string;
  /** Including the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  /** The value that the body was made from, if any. */
  readonly value: unknown;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** With a longer target the server itself refuses the head with 431, before any operation. */
const MAX_TARGET_LENGTH = 14_000;
/** A longer id would cut off what follows it in the path, which is then another operation's. */
const MAX_ID_LENGTH = 13_000;

/** The request of a plan, with values of earlier responses in its placeholders. */
export function filled(plan: Plan, pool: Pool, tokens: { tick: string; write: string }): Sent {
  const { operation, method, query, rawQuery, body, token, key, version, lastEventId } = plan;
  const path = plan.path.replace("{id}", () => encoded(pool.fill(plan.id)).slice(0, MAX_ID_LENGTH) || "none");
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(inDigits(pool.fill(value)))}`);
  const search = [...pairs, ...(rawQuery === "" ? [] : [rawQuery])].join("&");
  const right = operation.token === "tick" || operation.token === "write" ? tokens[operation.token] : null;
  const sentTokens = {
    right,
    other: operation.token === "tick" ? tokens.write : tokens.tick,
    none: null,
    wrong: "wrong-wrong-wrong-wrong",
  };
  const bearer = sentTokens[token];
  const value = body.kind === "json" ? pool.fill(body.value) : undefined;
  const bytes =
    body.kind === "json"
      ? new TextEncoder().encode(JSON.stringify(value))
      : body.kind === "bytes"
        ? body.bytes
        : null;
  const contentType = body.kind === "none" ? null : body.contentType;
  return {
    method,
    target: (search === "" ? path : `${path}?${search}`).slice(0, MAX_TARGET_LENGTH),
    headers: {
      // MCP's answers need both.
      accept: "application/json, text/event-stream",
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(contentType === null ? {} : { "content-type": contentType }),
      ...(key === null ? {} : { "idempotency-key": key }),
      ...(version === null ? {} : { "if-match": version }),
      ...(lastEventId === null ? {} : { "last-event-id": lastEventId }),
    },
    body: bytes,
    value,
  };
}

/** Writes very small numbers in digits, as queries require. */
function inDigits(value: unknown): unknown {
  return typeof value === "number" && /e-/.test(String(value)) ? value.toFixed(20).replace(/0+$/, "") : value;
}

/** A sender to one service. */
export class Sender {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  send(sent: Sent): Promise<Received> {
    const { method, target, headers, body } = sent;
    return new Promise((resolve, reject) => {
      const length = body === null ? {} : { "content-length": String(body.byteLength) };
      const request = httpRequest(
        `${this.origin}/`,
        { method, path: target, agent: this.agent, headers: { ...headers, ...length } },
        (response) => {
          textOf(response).then(
            (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
            reject,
          );
        },
      );
      request.on("error", (error) => {
        // The service may close an idle connection just as it is reused; then it has read nothing of the request.
        const wasLetGo = request.reusedSocket && "code" in error && error.code === "ECONNRESET";
        if (wasLetGo) this.send(sent).then(resolve, reject);
        else reject(error);
      });
      request.end(body ?? undefined);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

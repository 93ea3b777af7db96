/** HTTP of the model server: the OpenAI protocol under /v1, and control by tests under /__control. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { completionBody, completionEvents, embeddingsBody, messageFor, type RequestBody } from "./completion";
import { ROUTES, type CallFilter, type Effect, type Fault, type Pace, type Route } from "./protocol";
import { ServerState } from "./state";

/** A response before it is sent. */
interface Answer {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  readonly text: string;
}

export function createModelServer(): Server {
  const state = new ServerState();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://model");
    const handled = url.pathname.startsWith("/__control/")
      ? control(state, request, response, url.pathname)
      : serve(state, request, response, url.pathname);
    handled.catch((error: unknown) => {
      process.stderr.write(`model server: ${error instanceof Error ? error.stack : String(error)}\n`);
      response.destroy();
    });
  });
  // A test may pause for longer than any time-out and go on on the same connection.
  server.keepAliveTimeout = 0;
  return server;
}

async function serve(
  state: ServerState,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const known = ROUTES[path];
  const text = await readText(request);
  if (known === undefined || request.method !== known.method) {
    return send(response, errorAnswer(404, `There is no ${request.method} ${path}.`, null));
  }
  const end = state.record(known.route, request.headers, text);
  response.once("close", () => end(response.writableFinished ? "answered" : "abandoned"));
  if (!authorized(request, state.key)) {
    return send(response, errorAnswer(401, "Incorrect API key provided.", "invalid_api_key"));
  }
  const body = parseBody(text);
  if (body === null) return send(response, errorAnswer(400, "The body is not a JSON object.", null));

  const { delayMs, pace, effect } = state.plan(known.route, text, body);
  await state.pass();
  if (delayMs > 0) await wait(delayMs);
  if (response.destroyed) return;
  if (effect.kind === "hang-up") end("hung-up");
  if (pace !== null && body["stream"] === true) return await stream(state, response, body, effect, pace);
  await deliver(response, answerTo(known.route, body, effect), effect);
}

function answerTo(route: Route, body: RequestBody, effect: Effect): Answer {
  if (effect.kind === "status") {
    const { status, headers, body: said } = effect;
    const answer = errorAnswer(status, "The server was told to fail.", null);
    return {
      ...answer,
      ...(headers === undefined ? {} : { headers }),
      ...(said === undefined ? {} : { text: typeof said === "string" ? said : JSON.stringify(said) }),
    };
  }
  if (effect.kind === "refuse-field") {
    return errorAnswer(effect.status ?? 400, effect.message ?? "Bad request", null);
  }
  if (effect.kind === "refuse-format") {
    return errorAnswer(400, "Invalid parameter: 'response_format' of this type is not supported.", null);
  }
  switch (route) {
    case "models":
      return ok({ object: "list", data: [{ id: "stub", object: "model", created: 1, owned_by: "tests" }] });
    case "embeddings": {
      const embeddings = embeddingsBody(body, effect);
      return embeddings === null ? errorAnswer(400, "'input' must be text or texts.", null) : ok(embeddings);
    }
    case "chat": {
      if (!Array.isArray(body["messages"])) return errorAnswer(400, "'messages' is missing.", null);
      if (effect.kind === "no-choices") return ok(completionBody(body, null));
      const message = messageFor(body, effect);
      if (body["stream"] !== true || effect.kind === "whole") return ok(completionBody(body, message));
      return {
        status: 200,
        headers: { "content-type": "text/event-stream" },
        text: completionEvents(body, message, 16)
          .map(({ event }) => event)
          .join(""),
      };
    }
  }
}

/** Streams a completion piece by piece, each cut in two, so that neither characters nor events come whole. */
async function stream(
  state: ServerState,
  response: ServerResponse,
  body: RequestBody,
  effect: Effect,
  { units, ms = 0, holdAfter = [], then }: Pace,
): Promise<void> {
  const answer = answerTo("chat", body, effect);
  if (answer.headers?.["content-type"] !== "text/event-stream") return send(response, answer);
  response.writeHead(answer.status, answer.headers);
  let reached = 0;
  for (const { event, said } of completionEvents(body, messageFor(body, effect), units)) {
    const bytes = Buffer.from(event);
    const half = Math.floor(bytes.length / 2);
    for (const part of [bytes.subarray(0, half), bytes.subarray(half)]) {
      if (response.destroyed) return;
      response.write(part);
      await wait(ms);
    }
    const next = holdAfter[reached];
    if (next === undefined || !said.includes(next)) continue;
    reached += 1;
    if (then === "hang-up") return void response.destroy();
    if (then === "end") break;
    await state.pause();
  }
  response.end();
}

/** Sends a response as the effect requires: whole, cut, broken off or byte by byte. */
async function deliver(response: ServerResponse, answer: Answer, effect: Effect): Promise<void> {
  const half = answer.text.slice(0, Math.floor(answer.text.length / 2));
  switch (effect.kind) {
    case "truncated":
      return send(response, { ...answer, text: half });
    case "hang-up":
      writeHead(response, answer);
      response.write(half, () => response.destroy());
      return;
    case "drip":
      writeHead(response, answer);
      for (const byte of Buffer.from(answer.text)) {
        if (response.destroyed) return;
        response.write(Buffer.of(byte));
        await wait(effect.ms);
      }
      response.end();
      return;
    default:
      return send(response, answer);
  }
}

/** Control: PUT faults or key, POST hold, release, resume or reset, GET or DELETE calls, POST seen (responds once they are seen). */
async function control(
  state: ServerState,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const text = await readText(request);
  const given = <T>(): T => JSON.parse(text) as T;
  switch (`${request.method} ${path}`) {
    case "PUT /__control/faults":
      state.setFaults(given<Fault[]>());
      return send(response, ok({}));
    case "PUT /__control/key":
      state.key = given<{ key: string | null }>().key;
      return send(response, ok({}));
    case "POST /__control/hold":
      state.hold();
      return send(response, ok({}));
    case "POST /__control/release":
      state.release();
      return send(response, ok({}));
    case "POST /__control/resume":
      state.resume();
      return send(response, ok({}));
    case "POST /__control/reset":
      state.reset();
      return send(response, ok({}));
    case "POST /__control/calls":
      return send(response, ok(state.calls(given<CallFilter>())));
    case "DELETE /__control/calls":
      state.forgetCalls();
      return send(response, ok({}));
    case "POST /__control/seen": {
      const { count, filter } = given<{ count: number; filter: CallFilter }>();
      await state.seen(count, filter);
      return send(response, ok(state.calls(filter)));
    }
    default:
      return send(response, errorAnswer(404, "There is no such control.", null));
  }
}

function ok(value: object): Answer {
  return { status: 200, text: JSON.stringify(value) };
}

function errorAnswer(status: number, message: string, code: string | null): Answer {
  return { status, text: JSON.stringify({ error: { message, type: "error", param: null, code } }) };
}

function send(response: ServerResponse, answer: Answer): void {
  writeHead(response, answer);
  response.end(answer.text);
}

function writeHead(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(answer.text),
    ...answer.headers,
  });
}

function authorized(request: IncomingMessage, key: string | null): boolean {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1];
  return token !== undefined && (key === null || token === key);
}

/** The parsed body; {} for an empty one, null if it is no JSON object. */
function parseBody(text: string): RequestBody | null {
  if (text === "") return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString("utf8");
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

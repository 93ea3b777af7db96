// Calls the service over HTTP. Node's own client: loading fetch would take longer than the request.
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";

/** A hook holds the person up for as long as it runs, so it gives up early. */
const TIMEOUT_MS = Number(process.env.ANIMA_HOOK_TIMEOUT_MS) || 350;

export const ADDRESS = (process.env.ANIMA_URL || "http://127.0.0.1:3210").replace(/\/+$/, "");

/** The service could not be asked, or refused. The message is for the person. */
export class ServiceError extends Error {}

export function get(path, query = {}) {
  return send("GET", `${path}?${new URLSearchParams(query)}`);
}

/** Calls a tool of the service's MCP server. */
export async function callTool(name, input) {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } };
  const { result, error } = await send("POST", "/mcp", message, {
    Accept: "application/json, text/event-stream",
  });
  if (result?.structuredContent !== undefined) return result.structuredContent;
  throw new ServiceError(
    `${ADDRESS} refused: ${result?.content?.[0]?.text ?? error?.message ?? "no result"}`,
  );
}

/** The first message loads the server's protocol, which takes longer than a prompt should wait. */
export function warmUp() {
  const message = { jsonrpc: "2.0", id: 1, method: "ping" };
  return send("POST", "/mcp", message, { Accept: "application/json, text/event-stream" });
}

/** `key` makes the request safe to repeat: within a day the same key does the work once. */
export function post(path, body, key) {
  return send("POST", path, body, { "Idempotency-Key": key });
}

function send(method, path, body, more = {}) {
  return new Promise((resolve, reject) => {
    const fail = (reason) => reject(new ServiceError(`${ADDRESS} ${reason}`));
    const text = body === undefined ? undefined : JSON.stringify(body);
    const token = process.env.ANIMA_TOKEN;
    const headers = {
      ...(text === undefined
        ? {}
        : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...more,
    };
    let call;
    try {
      const open = ADDRESS.startsWith("https:") ? httpsRequest : httpRequest;
      call = open(ADDRESS + path, { method, headers, agent: false });
    } catch {
      fail("is no address of a service: set ANIMA_URL");
      return;
    }
    const timer = setTimeout(() => {
      fail(`did not answer within ${TIMEOUT_MS} ms`);
      call.destroy();
    }, TIMEOUT_MS);
    call.on("error", () => {
      clearTimeout(timer);
      fail("does not answer: start it with anima start, or set ANIMA_URL");
    });
    call.on("response", (response) => {
      let received = "";
      response.setEncoding("utf8").on("data", (part) => (received += part));
      response.on("end", () => {
        clearTimeout(timer);
        const answer = parsed(received);
        if (response.statusCode < 300 && answer !== undefined) resolve(answer);
        else if (response.statusCode === 401) fail("wants a token: set ANIMA_TOKEN to its WRITE_TOKEN");
        else fail(`refused: ${answer?.error ?? response.statusCode}`);
      });
    });
    call.end(text);
  });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

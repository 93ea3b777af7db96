/** The HTTP routes of Convex's CLI and dashboard. Callers have been checked for the admin key. */
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Engine } from "../engine/engine";
import { sessionRequestId } from "../live/caller";
import { ApiError, parsedJson, sendJson } from "../net/apiResponse";
import { bodyBytes, bodyText } from "../net/body";
import { MAX_BODY_BYTES } from "../net/limits";
import { chart } from "./charts";
import { endSnapshot, snapshotZip } from "./exports";
import { importRequest } from "./imports";
import { tableShapes } from "./shapes";
import type { AdminTools } from "./tools";

/** A request to an admin route. */
interface Exchange {
  readonly engine: Engine;
  readonly tools: AdminTools;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

type Handler = (exchange: Exchange) => Promise<void> | void;

const EXPORT_PATH = "/api/export/zip/";
const CHARTS_PATH = "/api/app_metrics/";

const NO_PUSH =
  "The embedded host runs the convex/ folder beside it and takes no pushes: restart it after a change, which `npm run dev` " +
  "does by itself; `npm run codegen` generates types";

/** What the host can't do while it runs, and what to do instead. */
const REFUSED: readonly (readonly [prefix: string, instead: string])[] = [
  [
    "/api/update_environment_variables",
    "The embedded host reads its variables when it starts: set them in .env.local, or in the environment, and restart it",
  ],
  ["/api/get_config", NO_PUSH],
  ["/api/deploy2/", NO_PUSH],
  // `convex dev` asks for it before it changes .env.local.
  ["/api/v1/get_canonical_urls", NO_PUSH],
  [
    "/api/run_test_function",
    "The embedded host runs only the functions of convex/: add an internal query there and run it",
  ],
  ["/api/v1/", "The embedded host has no such setting: change its environment and restart it"],
];

/** Serves an admin path. Throws an `ApiError` for a request that can't be served. */
export async function serveAdmin(
  host: Pick<Exchange, "engine" | "tools">,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const path = url.pathname;
  const handlers = request.method === "GET" ? GET : request.method === "POST" ? POST : null;
  const handle =
    handlers?.get(path) ??
    (path.startsWith(EXPORT_PATH) ? downloadExport : path.startsWith(CHARTS_PATH) ? sendChart : undefined);
  const refusal = handle === undefined ? REFUSED.find(([prefix]) => path.startsWith(prefix)) : undefined;
  // The CLI prints only the message of a 403, and does not try again.
  if (refusal !== undefined) throw new ApiError(403, "NotSupported", refusal[1]);
  if (handle === undefined)
    throw new ApiError(405, "MethodNotAllowed", `${request.method} is not served here`);
  await handle({ engine: host.engine, tools: host.tools, request, response, url });
}

const GET = new Map<string, Handler>([
  [
    "/api/shapes2",
    ({ engine, response, url }) =>
      sendJson(response, 200, JSON.stringify(tableShapes(engine, url.searchParams.get("component") ?? ""))),
  ],
  ["/api/check_admin_key", ({ response }) => sendJson(response, 200, "{}")],
  ["/api/stream_function_logs", streamLogs],
  ["/api/app_metrics/stream_function_logs", streamLogs],
]);

const POST = new Map<string, Handler>([
  [
    "/api/export/request/zip",
    ({ tools, response }) => {
      tools.exports.request();
      sendJson(response, 200, "{}");
    },
  ],
  [
    "/api/import/start_upload",
    ({ tools, response }) =>
      sendJson(response, 200, JSON.stringify({ uploadToken: tools.imports.startUpload() })),
  ],
  ["/api/import/upload_part", uploadPart],
  ["/api/import/finish_upload", finishUpload],
  ["/api/perform_import", performImport],
]);

/** Long-polls: the answer comes with the next call that ends. A session and the number of its call ask for that call alone. */
async function streamLogs({ tools, response, url }: Exchange): Promise<void> {
  const cursor = Number(url.searchParams.get("cursor") ?? 0);
  if (!Number.isFinite(cursor)) throw new ApiError(400, "BadCursor", "cursor: expected a number");
  const sessionId = url.searchParams.get("sessionId");
  const counter = url.searchParams.get("clientRequestCounter");
  const request =
    sessionId === null || counter === null ? null : sessionRequestId(sessionId, Number(counter));
  const left = new AbortController();
  response.once("close", () => left.abort());
  const body = await tools.completions.after(cursor, left.signal, request);
  if (!left.signal.aborted) sendJson(response, 200, body);
}

function sendChart({ tools, response, url }: Exchange): void {
  const answer = chart(tools.metrics, url.pathname.slice(CHARTS_PATH.length), url.searchParams);
  if (answer === undefined) throw new ApiError(404, "NoSuchChart", "There is no such chart");
  sendJson(response, 200, JSON.stringify(answer));
}

async function downloadExport({ engine, tools, request, response, url }: Exchange): Promise<void> {
  if (request.method !== "GET") throw new ApiError(405, "MethodNotAllowed", "Use GET");
  const ts = url.pathname.slice(EXPORT_PATH.length);
  const reader = tools.exports.take(ts);
  if (reader === null)
    throw new ApiError(400, "NoSuchExport", "This snapshot is gone: request the export again");
  try {
    response.writeHead(200, {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename=snapshot_${ts}.zip`,
    });
    for await (const part of snapshotZip(reader, engine.app, engine.tablets)) {
      if (response.destroyed) return;
      if (!response.write(part)) await Promise.race([once(response, "drain"), once(response, "close")]);
    }
    response.end();
  } finally {
    endSnapshot(reader);
  }
}

async function uploadPart({ tools, request, response, url }: Exchange): Promise<void> {
  const part = await bodyBytes(request, MAX_BODY_BYTES);
  const token = url.searchParams.get("uploadToken") ?? "";
  const number = Number(url.searchParams.get("partNumber"));
  sendJson(response, 200, JSON.stringify(tools.imports.addPart(token, number, part)));
}

async function finishUpload({ engine, tools, request, response }: Exchange): Promise<void> {
  const parsed = importRequest.safeParse(parsedJson(await bodyText(request, MAX_BODY_BYTES)));
  if (!parsed.success) throw new ApiError(400, "BadJsonBody", parsed.error.issues[0]?.message ?? "malformed");
  const importId = await tools.imports.finishUpload(engine, parsed.data);
  sendJson(response, 200, JSON.stringify({ importId }));
}

async function performImport({ engine, tools, request, response }: Exchange): Promise<void> {
  const body = parsedJson(await bodyText(request, MAX_BODY_BYTES)) as { importId?: unknown } | null;
  await tools.imports.perform(engine, String(body?.importId));
  sendJson(response, 200, "{}");
}

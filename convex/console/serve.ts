/** Serves the console at `/`, the viewer of the interface at `/docs`, and their files, whose names hold a hash of their contents. */
import { gunzipSync } from "fflate";
import { env } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";

/** Where the build's files are served. */
export const FILES_PATH = "/console/";

const PAGE = "index.html";
const VIEWER_PAGE = "docs.html";

/** The page: the template of the build, with what it has to know about this service. */
export async function page(request: Request): Promise<Response> {
  const { agentName, timeZone, autonomy, tokens } = currentSettings();
  // Where reading needs a token, the console asks for these with one.
  const told = tokens.read.length === 0 ? { agentName, timeZone, autonomy } : {};
  const convexUrl = separateConvexUrl();
  const template = await read(PAGE);
  if (template === null) return notFound();
  const about = JSON.stringify({ ...told, convexUrl });
  const html = new TextDecoder()
    .decode(template.bytes())
    .replace('content="{}"', () => `content="${escaped(about)}"`)
    .replace("<title>Anima</title>", () => `<title>${escaped(told.agentName ?? "Anima")}</title>`);
  return await sendPage(request, new TextEncoder().encode(html), policy(convexUrl));
}

/** The viewer of the OpenAPI document. Its library sets styles within the page, which the console's policy forbids. */
export async function viewer(request: Request): Promise<Response> {
  const template = await read(VIEWER_PAGE);
  if (template === null) return notFound();
  return await sendPage(request, template.bytes(), policy(null, "'unsafe-inline'"));
}

async function sendPage(request: Request, body: Uint8Array<ArrayBuffer>, rules: string): Promise<Response> {
  const headers = new Headers({
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-cache",
    "Content-Security-Policy": rules,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    ETag: `"${await digest(body)}"`,
  });
  return unlessKnown(request, headers, () => new Response(body, { headers }));
}

/** A file of the build. Its name changes with its contents, so a browser may keep it for good. */
export async function file(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice(FILES_PATH.length);
  const found = path === PAGE || path === VIEWER_PAGE ? null : await read(path);
  if (found === null) return notFound();
  const headers = new Headers({
    "Content-Type": found.type,
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
    Vary: "Accept-Encoding",
    ETag: `"${path}"`,
  });
  return unlessKnown(request, headers, () => {
    if (!acceptsGzip(request)) return new Response(found.bytes(), { headers });
    headers.set("Content-Encoding", "gzip");
    return new Response(found.gzip, { headers });
  });
}

async function read(path: string) {
  // Loaded by the first request for a file of each.
  const { files } = await (path.startsWith("docs")
    ? import("./viewerBuild.generated")
    : import("./build.generated"));
  const found = Object.hasOwn(files, path) ? files[path] : undefined;
  if (found === undefined) return null;
  const gzip = Uint8Array.from(atob(found.gzip), (char) => char.charCodeAt(0));
  return { type: found.type, gzip, bytes: () => Uint8Array.from(gunzipSync(gzip)) };
}

/** The address of Convex clients where it is not that of the page, as on hosted Convex; null where it is. */
function separateConvexUrl(): string | null {
  const { CONVEX_CLOUD_URL: cloud, CONVEX_SITE_URL: site } = env;
  return cloud === undefined || cloud === site ? null : cloud;
}

/** Scripts, styles and fonts come from the build alone, and requests go to the service alone. */
function policy(convexUrl: string | null, moreStyles = ""): string {
  const convex = convexUrl === null ? "" : ` ${convexUrl} ${convexUrl.replace(/^http/, "ws")}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${moreStyles}`.trimEnd(),
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${convex}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function unlessKnown(request: Request, headers: Headers, respond: () => Response): Response {
  const known = (request.headers.get("If-None-Match") ?? "")
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes(headers.get("ETag") ?? "") ? new Response(null, { status: 304, headers }) : respond();
}

/** Whether the client takes gzip: named, or by `*`, and not with the weight 0. */
function acceptsGzip(request: Request): boolean {
  const weights = new Map(
    (request.headers.get("Accept-Encoding") ?? "").split(",").map((part) => {
      const [name = "", weight] = part.split(";");
      return [name.trim().toLowerCase(), Number(weight?.trim().replace(/^q=/i, "") ?? 1)];
    }),
  );
  return (weights.get("gzip") ?? weights.get("*") ?? 0) > 0;
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash.slice(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

function notFound(): Response {
  const body = { success: false, error: "there is no such file", code: "NOT_FOUND" };
  return Response.json(body, {
    status: 404,
    headers: { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" },
  });
}

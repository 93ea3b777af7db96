/** Answers one HTTP request of an MCP client, of the stateless revision 2026-07-28 or of those with `initialize` before it. */
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Service } from "../client";
import { mcpServer } from "./server";

/** Each request has a server of its own, so nothing is kept between two. Answers are JSON, never streams. */
export async function serveMcp(request: Request, service: Service, version: string): Promise<Response> {
  const factory = () => mcpServer(service, version);
  if (!(await isLegacyRequest(request))) {
    // Nothing here changes by itself, so there is nothing to listen to.
    const options = { legacy: "reject", maxSubscriptions: 0, keepAliveMs: 0 } as const;
    return createMcpHandler(factory, options).fetch(request);
  }
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  });
  await factory().connect(transport);
  return transport.handleRequest(request);
}

/** An HTTP server that responds by a script and records its requests. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A response, or a connection that breaks before or during the response. */
export type Step =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body: unknown }
  | "break"
  | "break in the middle";

/** Serves until the test ends. Further requests get the last step. */
export async function scriptedServer(...steps: Step[]): Promise<{ url: string; asked: ReceivedRequest[] }> {
  const asked: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const step = steps[Math.min(asked.length, steps.length - 1)] ?? "break";
      asked.push({ method: request.method, url: request.url, headers: request.headers, body });
      if (step === "break") {
        request.socket.destroy();
      } else if (step === "break in the middle") {
        response.writeHead(200, { "Content-Length": "100" });
        response.write('{"success":', () => request.socket.destroy());
      } else {
        response.writeHead(step.status, { "X-Request-Id": `request-${asked.length}`, ...step.headers });
        response.end(typeof step.body === "string" ? step.body : JSON.stringify(step.body));
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return { url: `http://127.0.0.1:${address.port}`, asked };
}

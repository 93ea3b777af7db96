/** A load generator with keep-alive connections, each of which sends a request as soon as it has a response. */
import { Agent, request } from "node:http";

export interface Load {
  readonly connections: number;
  readonly durationMs: number;
  /** Default: GET. A POST has no body. */
  readonly method?: "GET" | "POST";
}

/** Requests per second on `url`. Throws at the first response that is not 200. */
export async function requestsPerSecond(
  url: string,
  { connections, durationMs, method = "GET" }: Load,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const startedAt = performance.now();
  const endAt = startedAt + durationMs;
  let answered = 0;
  const ask = async (): Promise<void> => {
    while (performance.now() < endAt) {
      const status = await statusOf(method, url, agent);
      if (status !== 200) throw new Error(`${method} ${url} answered ${status}.`);
      answered += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, ask));
    return (answered / (performance.now() - startedAt)) * 1000;
  } finally {
    agent.destroy();
  }
}

function statusOf(method: string, url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent }, (response) => {
      response.on("end", () => resolve(response.statusCode));
      response.on("error", reject);
      response.resume();
    });
    sent.on("error", reject).end();
  });
}

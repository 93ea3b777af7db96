/** Many requests to a service on keep-alive connections. */
import { Agent, request } from "node:http";
import type { RunningService } from "../../../test/support/running-service";

export interface Ask {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly body?: object;
}

export interface Load {
  readonly connections: number;
  /** How many requests, or for how long. */
  readonly requests?: number;
  readonly durationMs?: number;
}

export interface Outcome {
  /** Of each request, in milliseconds. */
  readonly latencies: readonly number[];
  /** Requests a second. */
  readonly rate: number;
}

/** Each connection sends a request as soon as it has an answer. Throws at the first answer that is no success. */
export async function run(service: RunningService, next: () => Ask, load: Load): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const startedAt = performance.now();
  const endAt = startedAt + (load.durationMs ?? Infinity);
  let left = load.requests ?? Infinity;
  const latencies: number[] = [];
  const connection = async (): Promise<void> => {
    while (left > 0 && performance.now() < endAt) {
      left -= 1;
      const sentAt = performance.now();
      await send(service, next(), agent);
      latencies.push(performance.now() - sentAt);
    }
  };
  try {
    await Promise.all(Array.from({ length: load.connections }, connection));
    return { latencies, rate: (latencies.length / (performance.now() - startedAt)) * 1000 };
  } finally {
    agent.destroy();
  }
}

function send(service: RunningService, { method, path, body }: Ask, agent: Agent): Promise<void> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(method === "GET" ? {} : { authorization: `Bearer ${service.tokens.write}` }),
    ...(payload === undefined
      ? {}
      : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${service.url}${path}`, { method, agent, headers }, (response) => {
      response.on("end", () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${method} ${path} answered ${response.statusCode}.`));
      });
      response.on("error", reject);
      response.resume();
    });
    sent.on("error", reject).end(payload);
  });
}

/** Sends a mix of requests to a service at full speed, and measures each. */
import { Agent, request as httpRequest } from "node:http";
import type { RunningService } from "../../test/support/running-service";
import { Histogram } from "./histogram";
import type { PlannedRequest, Mix } from "./mix";

export interface Measured {
  /** By method and path. */
  readonly durations: ReadonlyMap<string, Histogram>;
  /** The number of failures by request and status. */
  readonly errors: ReadonlyMap<string, number>;
  readonly requests: number;
}

/** 409 is no failure: the load's own ticks conflict with each other. */
const EXPECTED: ReadonlySet<number> = new Set([200, 409]);

export class Drive {
  private readonly service: RunningService;
  private readonly mix: Mix;
  private readonly agent: Agent;
  private readonly connections: number;
  private readonly durations = new Map<string, Histogram>();
  private readonly errors = new Map<string, number>();
  private requests = 0;

  constructor(service: RunningService, mix: Mix, connections: number) {
    this.service = service;
    this.mix = mix;
    this.connections = connections;
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  measured(): Measured {
    return { durations: this.durations, errors: this.errors, requests: this.requests };
  }

  /** Runs for the given time. Each connection sends a request as soon as it has a response. */
  async run(durationMs: number): Promise<void> {
    const endAt = performance.now() + durationMs;
    const connection = async (): Promise<void> => {
      while (performance.now() < endAt) {
        const asked = this.mix.next();
        if (asked !== null) await this.once(asked);
      }
    };
    await Promise.all(Array.from({ length: this.connections }, connection));
  }

  close(): void {
    this.agent.destroy();
  }

  private async once(asked: PlannedRequest): Promise<void> {
    const name = `${asked.route.method} ${asked.route.path}`;
    const startedAt = performance.now();
    const outcome = await this.send(asked).catch((thrown: unknown) => String(thrown));
    const durations = this.durations.get(name) ?? new Histogram();
    this.durations.set(name, durations);
    durations.add(performance.now() - startedAt);
    this.requests += 1;
    if (typeof outcome === "string") this.fail(`${name}: ${outcome}`);
    else if (!EXPECTED.has(outcome.status))
      this.fail(`${name}: ${outcome.status} ${outcome.text.slice(0, 200)}`);
    else if (outcome.status === 200)
      this.mix.learn(asked.route, JSON.parse(outcome.text) as Record<string, unknown>);
  }

  private fail(what: string): void {
    // Without the request id, which always differs.
    const name = what.replace(/\(request [0-9a-f-]+\)/, "(request …)");
    this.errors.set(name, (this.errors.get(name) ?? 0) + 1);
  }

  private send({ route, target, body }: PlannedRequest): Promise<{ status: number; text: string }> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const token = this.service.tokenFor(route.auth);
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === undefined
        ? {}
        : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
    };
    return new Promise((resolve, reject) => {
      const options = { method: route.method, agent: this.agent, headers };
      const sent = httpRequest(`${this.service.url}${target}`, options, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
        );
      });
      sent.on("error", reject).end(payload);
    });
  }
}

/** A fuzzing run: sends planned requests one after the other and collects the faults of the responses. */
import * as fc from "fast-check";
import { watchDatabase, type DatabaseWatch } from "../support/database";
import type { RunningService } from "../support/running-service";
import { DocumentChecker, parsed } from "./document-checker";
import { roundFor, type Plan } from "./plans";
import { Pool } from "./pool";
import { filled, Sender, type Received, type Sent } from "./sender";

interface Finding {
  /** Index of the request in the run. */
  readonly at: number;
  readonly request: string;
  readonly answer: string;
  readonly faults: readonly string[];
}

export interface Report {
  readonly findings: readonly Finding[];
  /** The number of responses by operation and status: `POST /feed 200`. */
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * Sends the given number of requests, the same for the same seed and document. Responses may differ with the clock.
 * The service must have rate limits and autonomy off.
 */
export async function fuzz(
  service: RunningService,
  options: { readonly seed: number; readonly requests: number },
): Promise<Report> {
  const sender = new Sender(service.url);
  const database = watchDatabase(service.dataDir);
  try {
    const document = await sender.send({
      method: "GET",
      target: "/openapi.json",
      headers: {},
      body: null,
      value: undefined,
    });
    const checker = new DocumentChecker(parsed(document.text));
    const rounds = fc.sample(roundFor(checker.document, checker.operations), {
      seed: options.seed,
      numRuns: Math.ceil(options.requests / checker.operations.length),
    });
    const plans = rounds.flat().slice(0, options.requests);
    return await new Run(service, sender, database, checker).all(plans);
  } finally {
    sender.close();
    database.close();
  }
}

class Run {
  private readonly pool = new Pool();
  private readonly findings: Finding[] = [];
  private readonly counts = new Map<string, number>();
  private readonly service: RunningService;
  private readonly sender: Sender;
  private readonly database: DatabaseWatch;
  private readonly checker: DocumentChecker;

  constructor(service: RunningService, sender: Sender, database: DatabaseWatch, checker: DocumentChecker) {
    this.service = service;
    this.sender = sender;
    this.database = database;
    this.checker = checker;
  }

  async all(plans: readonly Plan[]): Promise<Report> {
    let previous = "";
    for (const [at, plan] of plans.entries()) {
      const sent = filled(plan, this.pool, this.service.tokens);
      const versionBefore = this.database.version();
      const startedAt = performance.now();
      const received = await this.sender.send(sent);
      const faults = this.faultsOf(plan, sent, received);
      const tookMs = performance.now() - startedAt;
      // Background work of an earlier request may also have delayed the service.
      if (tookMs > MAX_RESPONSE_MS) faults.push(`took ${tookMs.toFixed(0)} ms, after ${previous}`);
      previous = transcript(sent, received).request;
      if (isRefusal(received) && this.database.version() !== versionBefore) {
        faults.push(...(await this.faultsOfWriting(sent)));
      }
      this.count(`${plan.operation.method} ${plan.operation.path} ${received.status}`);
      if (received.status === 200) this.pool.learn(parsed(received.text));
      if (faults.length > 0) this.findings.push({ at, ...transcript(sent, received), faults });
    }
    return { findings: this.findings, counts: this.counts };
  }

  private faultsOf(plan: Plan, sent: Sent, received: Received): string[] {
    const { operation } = plan;
    const isDetour = sent.method !== operation.method || plan.path !== operation.path;
    const other = this.checker.operations.find(
      ({ method, path }) => path === plan.path && method === (sent.method === "HEAD" ? "GET" : sent.method),
    );
    const faults: string[] = [];
    if (!isDetour) faults.push(...this.checker.faultsOf(operation, received));
    else if (other === undefined) faults.push(...this.checker.faultsOfDetour(sent, received));
    if (received.status >= 500)
      faults.push(`${received.status} is never the answer of a service that is well`);
    const { tick, write } = this.service.tokens;
    if ([tick, write].some((token) => received.text.includes(token))) faults.push("the answer tells a token");
    if (!isDetour && received.status === 200 && sent.value !== undefined) {
      const asRead: unknown = JSON.parse(JSON.stringify(sent.value));
      if (!this.checker.allowsBody(operation, asRead))
        faults.push("a body was taken that the document forbids");
    }
    return faults;
  }

  /**
   * The database changed during a refused request. Work of an earlier request may have ended meanwhile, so the request is
   * sent again alone, and the documents before and after are compared.
   */
  private async faultsOfWriting(sent: Sent): Promise<string[]> {
    let written: string[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const before = await this.database.settled();
      const received = await this.sender.send(sent);
      if (!isRefusal(received)) return [];
      const after = await this.database.settled();
      const places = new Set([...before.keys(), ...after.keys()]);
      written = [...places].filter((place) => before.get(place) !== after.get(place));
      if (written.length === 0) return [];
    }
    return [`refused, and yet it wrote ${written.slice(0, 5).join(", ")}`];
  }

  private count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }
}

function isRefusal({ status }: Received): boolean {
  return status >= 400 && status < 500;
}

/** No request may take this long, even while other tests use the machine. */
const MAX_RESPONSE_MS = 15_000;

const SHOWN_CHARACTERS = 600;

/** A request and its response, for debugging. */
function transcript(
  { method, target, headers, body }: Sent,
  received: Received,
): { request: string; answer: string } {
  const head = Object.entries(headers)
    .filter(([name]) => name !== "authorization")
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const text = body === null ? "" : ` ${new TextDecoder().decode(body)}`;
  return {
    request: `${method} ${target}${head.join("")}${text}`.slice(0, SHOWN_CHARACTERS),
    answer: `${received.status} ${received.text}`.slice(0, SHOWN_CHARACTERS),
  };
}

/** The requests of a mixed load: the example of each operation, with unique texts. */
import type { Exchange } from "../../convex/api/openapi/examples";
import { fillExample } from "../openapi/exampleRequests";
import type { Route } from "../../convex/api/route";

/** Share of reads. */
const READ_SHARE = 0.9;
/** Share of ticks and similar work among the others. Concurrent ticks conflict. */
const WORK_SHARE = 0.05;

export interface PlannedRequest {
  readonly route: Route;
  /** Path and query. */
  readonly target: string;
  readonly body: object | undefined;
}

export class Mix {
  private readonly routes: Readonly<Record<"read" | "write" | "work", readonly Route[]>>;
  private readonly random: () => number;
  /** The last response to each POST, for placeholders in later examples. */
  private readonly posted = new Map<string, Exchange["answer"]>();
  private number = 0;

  constructor(routes: readonly Route[], random: () => number) {
    // Without the stream, which has no end, the export, erasures, since the other examples ask for the rows, and restoring a
    // version, of which there may be none.
    const answeringJson = routes.filter(
      ({ documentation, method, path }) =>
        documentation.answerType === undefined &&
        method !== "DELETE" &&
        path !== "/erase" &&
        !path.endsWith("/restore"),
    );
    this.routes = {
      read: answeringJson.filter(({ method, auth }) => method === "GET" && auth !== "tick"),
      write: answeringJson.filter(({ auth }) => auth === "write"),
      // Webhooks would send every event of the load to the example's address.
      work: answeringJson.filter(({ auth, path }) => auth === "tick" && !path.startsWith("/webhooks")),
    };
    this.random = random;
  }

  /** The next request; null while it needs an earlier response that does not exist yet. */
  next(): PlannedRequest | null {
    const kind = this.random() < READ_SHARE ? "read" : this.random() < WORK_SHARE ? "work" : "write";
    const among = this.routes[kind];
    const route = among[Math.floor(this.random() * among.length)];
    return route === undefined ? null : this.asked(route);
  }

  /** A request to this route; null if its example needs an earlier response that does not exist yet. */
  asked(route: Route): PlannedRequest | null {
    const example = route.documentation.example ?? {};
    let filled: typeof example;
    try {
      filled = fillExample(example, [...this.posted.values()]);
    } catch {
      // Its placeholder has no value yet.
      return null;
    }
    const { query = {}, body: fields = {} } = filled;
    // An operation without an example of its required fields is left out.
    if (!route.query.safeParse(query).success || !route.body.safeParse(fields).success) return null;
    const search = new URLSearchParams(query).toString();
    const body = filled.body === undefined ? undefined : this.varied(filled.body);
    const path = route.path.replace("{id}", filled.id ?? "");
    return { route, target: search === "" ? path : `${path}?${search}`, body };
  }

  /** Stores the response to a write. */
  learn({ path, method }: Route, answer: Exchange["answer"]): void {
    if (method !== "GET") this.posted.set(path, answer);
  }

  /** Adds a number to its texts, so that all events and memories differ. */
  private varied(body: Readonly<Record<string, unknown>>): object {
    this.number += 1;
    const told = (name: string, value: unknown): unknown =>
      (name === "content" || name === "note") && typeof value === "string"
        ? `${value} That was number ${this.number}.`
        : value;
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, told(name, value)]));
  }
}

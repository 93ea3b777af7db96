/** What a mixed load asks for: each operation's own example, again and again, with texts that are never the same. */
import type { Exchange } from "../../convex/api/openapi/examples";
import { fillExample } from "../openapi/exampleRequests";
import type { Route } from "../../convex/api/route";

/** Nine requests of ten read. */
const READS = 0.9;
/** Of the others, one in twenty sets the agent to work; ticks that meet refuse each other. */
const WORK = 0.05;

export interface Asked {
  readonly route: Route;
  /** Path and query. */
  readonly target: string;
  readonly body: object | undefined;
}

export class Mix {
  private readonly routes: Readonly<Record<"read" | "write" | "work", readonly Route[]>>;
  private readonly random: () => number;
  /** The last answer of each POST, for the places in later examples. */
  private readonly posted = new Map<string, Exchange["answer"]>();
  private number = 0;

  constructor(routes: readonly Route[], random: () => number) {
    this.routes = {
      read: routes.filter(({ method }) => method === "GET"),
      write: routes.filter(({ auth }) => auth === "write"),
      work: routes.filter(({ auth }) => auth === "tick"),
    };
    this.random = random;
  }

  /** The next request; null while nothing was answered that it could be about. */
  next(): Asked | null {
    const kind = this.random() < READS ? "read" : this.random() < WORK ? "work" : "write";
    const among = this.routes[kind];
    const route = among[Math.floor(this.random() * among.length)];
    return route === undefined ? null : this.asked(route);
  }

  /** A request to this route, if what its example is about was answered before. */
  asked(route: Route): Asked | null {
    const example = route.documentation.example ?? {};
    let filled: typeof example;
    try {
      filled = fillExample(example, [...this.posted.values()]);
    } catch {
      // It names what an earlier answer has still to give.
      return null;
    }
    const { query = {}, body: fields = {} } = filled;
    // An operation without an example of what it must be given is left out.
    if (!route.query.safeParse(query).success || !route.body.safeParse(fields).success) return null;
    const search = new URLSearchParams(query).toString();
    const body = filled.body === undefined ? undefined : this.varied(filled.body);
    return { route, target: search === "" ? route.path : `${route.path}?${search}`, body };
  }

  /** Takes in the answer of a POST. */
  learn({ path, method }: Route, answer: Exchange["answer"]): void {
    if (method === "POST") this.posted.set(path, answer);
  }

  /** With a number in its texts, so that every event and memory is another. */
  private varied(body: Readonly<Record<string, unknown>>): object {
    this.number += 1;
    const told = (name: string, value: unknown): unknown =>
      (name === "content" || name === "note") && typeof value === "string"
        ? `${value} That was number ${this.number}.`
        : value;
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, told(name, value)]));
  }
}

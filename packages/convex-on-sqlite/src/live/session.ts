/**
 * One connection of the sync protocol: its query set, its versions, its mutations in order and its actions in parallel.
 * It is independent of sockets; a {@link Channel} transports its frames.
 */
import { functionName } from "../engine/addresses";
import { errorFields, type Logger, type ThrottledLog } from "../log";
import type { Engine } from "../engine/engine";
import type { CallOptions, ConvexJson, FunctionAddress } from "../types";
import {
  type AdminPass,
  clientCall,
  componentOf,
  COMPONENTS_REFUSED,
  keyRefused,
  newRequestId,
  type Peer,
  sessionRequestId,
  TOKENS_REFUSED,
} from "./caller";
import { transitionFrames } from "./chunks";
import type { Flushable, Flusher } from "./flusher";
import type { InFlight } from "./inFlight";
import {
  type ActionMessage,
  type AddQuery,
  type AuthenticateMessage,
  type ClientMessage,
  type ConnectMessage,
  type MutationMessage,
  parseClientMessage,
} from "./messages";
import { QuerySet, type Rights } from "./querySet";
import type { QueryRegistry, Subscription } from "./registry";
import { actionResponse, mutationResponse, refusedOutcome } from "./results";
import { encodeVersion, INITIAL_VERSION, type StateVersion } from "./versions";

/**
 * Beyond this many running mutations or actions, nothing more is read from a connection until some have ended.
 * Disconnecting the client instead would make it return with all of them at once.
 */
const MAX_CALLS_IN_FLIGHT = 1_000;

/** WebSocket close codes (RFC 6455, section 7.4.1). */
export const CLOSE_CODES = {
  goingAway: 1001,
  badFrame: 1003,
  refused: 1008,
  failed: 1011,
  tryAgain: 1013,
} as const;

/** The transport to the client. */
export interface Channel {
  readonly congested: boolean;
  send(frame: string): void;
  /** Stops or resumes reading from the client. */
  setPaused(paused: boolean): void;
  /** Ends the connection; frames sent afterwards are dropped. */
  close(code: number, reason: string): void;
}

/** Shared by all sessions. */
export interface SessionHost {
  readonly engine: Pick<Engine, "mutation" | "action" | "lastTs">;
  readonly registry: QueryRegistry;
  readonly flusher: Flusher;
  readonly inFlight: InFlight;
  readonly log: Logger;
  /** Logs connections that were closed because of what the client sent. */
  readonly closures: ThrottledLog;
}

export class Session implements Flushable {
  private readonly host: SessionHost;
  private readonly channel: Channel;
  private readonly peer: Peer;
  private readonly queries: QuerySet;
  private readonly mutations: MutationMessage[] = [];
  private mutating = false;
  private actions = 0;
  private sessionId: string | null = null;
  private clientClockSkewMs: number | null = null;
  /** The version last sent to the client. */
  private version: StateVersion = INITIAL_VERSION;
  private identity = 0;
  private isPaused = false;
  /** A Transition must be sent even if no result changed. */
  private transitionDue = false;
  private closed = false;
  /** Set once the client has presented the admin key. */
  private pass: AdminPass | null = null;
  /** Set once the client has presented a wrong key: why each of its calls fails. */
  private keyError: string | null = null;

  constructor(host: SessionHost, channel: Channel, peer: Peer) {
    this.host = host;
    this.channel = channel;
    this.peer = peer;
    this.queries = new QuerySet(host.registry, () => host.flusher.mark(this), {
      visibility: () => (this.pass === null ? "public" : "admin"),
      refusal: (call) => this.refusal(call),
    });
  }

  get congested(): boolean {
    return this.channel.congested;
  }

  /** Handles a text frame. */
  receive(frame: string): void {
    if (this.closed) return;
    const parsed = parseClientMessage(frame);
    if (!parsed.ok) return this.end(CLOSE_CODES.refused, `MalformedMessage: ${parsed.reason}`);
    this.handle(parsed.message);
  }

  /** Releases everything; running calls finish, but their results are not sent. */
  dispose(): void {
    this.closed = true;
    this.mutations.length = 0;
    this.queries.clear();
    this.host.flusher.forget(this);
  }

  begin(): readonly Subscription[] {
    return this.queries.begin();
  }

  finish(ts: bigint): void {
    if (this.closed) return;
    const { modifications, version: querySet, ts: sentTs, hasPostponed } = this.queries.finish(ts);
    const end: StateVersion = { querySet, identity: this.identity, ts: sentTs };
    if (hasPostponed) this.host.flusher.mark(this);
    const start = this.version;
    const versionMoved = start.querySet !== end.querySet || start.identity !== end.identity;
    if (modifications.length === 0 && !versionMoved && !this.transitionDue) return;
    // The client waits for a mutation until the mutation's own ts is sent.
    this.transitionDue &&= hasPostponed;
    this.version = end;
    const clock =
      this.clientClockSkewMs === null
        ? ""
        : `,"clientClockSkew":${this.clientClockSkewMs},"serverTs":${Date.now() * 1_000_000}`;
    const transition = `{"type":"Transition","startVersion":${encodeVersion(start)},"endVersion":${encodeVersion(end)},"modifications":[${modifications.join(",")}]${clock}}`;
    for (const frame of transitionFrames(transition, newRequestId())) this.channel.send(frame);
  }

  fail(): void {
    this.end(CLOSE_CODES.failed, "InternalServerError");
  }

  private handle(message: ClientMessage): void {
    if (message.type === "Connect") return this.connect(message);
    const sessionId = this.sessionId;
    if (sessionId === null) return this.violation("the first message must be Connect");
    const calls = callsIn(message);
    const { admit } = this.pass ?? this.peer;
    if (calls.length > 0 && admit(calls.length) > 0) {
      // This prefix makes the client back off before it reconnects.
      return this.end(CLOSE_CODES.tryAgain, "TooManyConcurrentRequests: too many calls within a minute");
    }
    if (this.pass !== null) noteCalls(this.pass, message.type, calls);
    switch (message.type) {
      case "ModifyQuerySet": {
        const problem = this.queries.modify(message);
        if (problem !== null) return this.violation(problem);
        return this.host.flusher.mark(this);
      }
      case "Mutation":
        this.mutations.push(message);
        this.pauseIfBusy();
        if (!this.mutating) void this.runMutations(sessionId);
        return;
      case "Action":
        void this.runAction(sessionId, message);
        return;
      case "Authenticate":
        return this.authenticate(message);
      case "Event":
        return;
    }
  }

  private connect(message: ConnectMessage): void {
    if (this.sessionId !== null) return this.violation("Connect came twice");
    // The client is ahead only if the database has lost commits; the client's data would never be corrected.
    if ((message.maxObservedTimestamp ?? 0n) > this.host.engine.lastTs()) {
      return this.end(
        CLOSE_CODES.refused,
        "MaxObservedTimestampTooHigh: the database is older than what this client has seen",
      );
    }
    this.sessionId = message.sessionId;
    if (typeof message.clientTs === "number")
      this.clientClockSkewMs = Math.round(message.clientTs - Date.now());
  }

  private authenticate(message: AuthenticateMessage): void {
    if (message.baseVersion !== this.identity) {
      // The client also counts rejected tokens. A new connection resynchronizes both sides.
      return this.end(CLOSE_CODES.refused, "IdentityVersionMismatch: reconnect to authenticate again");
    }
    if (message.tokenType === "User") {
      const { baseVersion } = message;
      const error = TOKENS_REFUSED;
      this.channel.send(JSON.stringify({ type: "AuthError", error, baseVersion, authUpdateAttempted: true }));
      return;
    }
    // Its watched queries were looked up with its earlier rights. A new connection asks for them again.
    if (this.pass !== null || this.keyError !== null)
      return this.end(CLOSE_CODES.refused, "IdentityChanged: reconnect");
    if (message.tokenType === "Admin") {
      const decision = this.peer.admin(adminKeyOf(message));
      if (decision.ok) {
        this.pass = decision;
        decision.note("connect");
      } else {
        // The CLI doesn't end with its connection, but it does with a call that is refused.
        this.keyError = keyRefused(decision.message);
      }
    }
    this.identity += 1;
    this.host.flusher.mark(this);
  }

  private async runMutations(sessionId: string): Promise<void> {
    this.mutating = true;
    try {
      for (let next = this.mutations.shift(); next !== undefined; next = this.mutations.shift()) {
        this.pauseIfBusy();
        const { requestId } = next;
        const options = { ...this.callOptions(sessionId, requestId), dedupe: { sessionId, requestId } };
        const refusal = this.refusal(next);
        const outcome =
          refusal === null
            ? await this.run(next, (address, args) => this.host.engine.mutation(address, args, options))
            : { ...refusedOutcome(refusal), ts: this.version.ts };
        if (this.closed) return;
        this.channel.send(mutationResponse(requestId, outcome));
        if (!outcome.ok) continue;
        this.transitionDue = true;
        this.host.flusher.mark(this);
      }
    } catch (thrown) {
      this.host.log.error("a mutation could not be run", errorFields(thrown));
      this.fail();
    } finally {
      this.mutating = false;
    }
  }

  private async runAction(sessionId: string, message: ActionMessage): Promise<void> {
    this.actions += 1;
    this.pauseIfBusy();
    try {
      const refusal = this.refusal(message);
      const options = this.callOptions(sessionId, message.requestId);
      const outcome =
        refusal === null
          ? await this.run(message, (address, args) => this.host.engine.action(address, args, options))
          : refusedOutcome(refusal);
      if (!this.closed) this.channel.send(actionResponse(message.requestId, outcome));
    } catch (thrown) {
      this.host.log.error("an action could not be run", errorFields(thrown));
      this.fail();
    } finally {
      this.actions -= 1;
      this.pauseIfBusy();
    }
  }

  private callOptions(sessionId: string, requestId: number): CallOptions {
    return clientCall(this.peer.caller, this.pass, sessionRequestId(sessionId, requestId));
  }

  private async run<T>(
    call: MutationMessage | ActionMessage,
    run: (address: FunctionAddress, args: ConvexJson) => Promise<T>,
  ): Promise<T> {
    const componentPath = componentOf(call, call.udfPath, call.args[0]);
    const address = { componentPath, name: functionName(call.udfPath) };
    return await this.host.inFlight.run(() => run(address, call.args[0] ?? {}));
  }

  private refusal(call: Parameters<Rights["refusal"]>[0]): string | null {
    if (this.pass !== null) return null;
    return (
      this.keyError ?? (componentOf(call, call.udfPath, call.args[0]) === "" ? null : COMPONENTS_REFUSED)
    );
  }

  private pauseIfBusy(): void {
    const paused = this.mutations.length >= MAX_CALLS_IN_FLIGHT || this.actions >= MAX_CALLS_IN_FLIGHT;
    if (paused === this.isPaused || this.closed) return;
    this.isPaused = paused;
    this.channel.setPaused(paused);
  }

  /** The client violated the protocol and would do so again: the FatalError tells it not to reconnect. */
  private violation(error: string): void {
    if (this.closed) return;
    this.channel.send(JSON.stringify({ type: "FatalError", error }));
    this.end(CLOSE_CODES.refused, `ProtocolViolation: ${error}`);
  }

  private end(code: number, reason: string): void {
    if (this.closed) return;
    this.host.closures.record({ code, reason });
    this.dispose();
    this.channel.close(code, reason);
  }
}

/** The calls in a message, including queries to be watched. */
function callsIn(message: ClientMessage): readonly (MutationMessage | ActionMessage | AddQuery)[] {
  if (message.type === "Mutation" || message.type === "Action") return [message];
  if (message.type !== "ModifyQuerySet") return [];
  return message.modifications.filter((modification) => modification.type === "Add");
}

function noteCalls(pass: AdminPass, type: string, calls: ReturnType<typeof callsIn>): void {
  for (const call of calls) {
    const component = componentOf(call, call.udfPath, call.args[0]) || undefined;
    pass.note(type, { function: call.udfPath, component });
  }
}

/** The key that a client presents; as in the HTTP API, a colon follows it if the client wants to act as a user. */
function adminKeyOf({ value = "", impersonating }: AuthenticateMessage): string {
  return impersonating === undefined ? value : `${value}:user`;
}

/**
 * A client of the service's REST interface: types and a function for every operation, over fetch, for browsers and Node 20.
 *
 * @example
 * const anima = connect("http://127.0.0.1:3210", { tokens: { write: "…" } });
 * const { mood } = await getState(anima);
 * await feed(anima, { type: "news", content: "The harvest was good." });
 */
export { batchesOf } from "./batches";
export type { FollowOptions, PushEvent } from "./events";
export { AnimaError, type ErrorCode } from "./failure";
export * from "./operations";
export type { RetryOptions } from "./retry";
export { quietRuns, type QuietRun } from "./quietRuns";
export { connect, type CallOptions, type ConnectOptions, type KeyedOptions, type Service } from "./service";
export type * from "./types";

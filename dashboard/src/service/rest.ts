/** REST requests: reading with their states, and actions that need a token. */
import { useCallback, useEffect, useRef, useState } from "react";
import { AnimaError, connect, type Service } from "../../../client";
import { address } from "./about";
import { useConnected } from "./live";
import { useTokens, VARIABLES, WHERE_TOKENS_ARE, type TokenClass } from "./tokens";

export interface Request<T> {
  /** Undefined until the first answer; kept while it loads again. */
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly loading: boolean;
  readonly reload: () => void;
}

/** Loads when `key` changes, when the connection comes back, and on `reload`. Null as the key loads nothing. */
export function useRequest<T>(
  key: string | null,
  load: (service: Service, signal: AbortSignal) => Promise<T>,
): Request<T> {
  const { tokens, refuseRead } = useTokens();
  const connected = useConnected();
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<{ key: string; data?: T; error: Error | null } | null>(null);
  const [loading, setLoading] = useState(true);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    if (key === null || !connected) return;
    const controller = new AbortController();
    setLoading(true);
    latest
      .current(connect(address, { tokens, retries: 1 }), controller.signal)
      .then(
        (data) => setAnswer({ key, data, error: null }),
        (thrown: unknown) => {
          if (controller.signal.aborted) return;
          if (isUnauthorized(thrown)) refuseRead();
          setAnswer((before) => ({ key, ...(before?.key === key ? before : {}), error: asError(thrown) }));
        },
      )
      .finally(() => {
        if (!controller.signal.aborted) setLoading(false);
      });
    return () => controller.abort();
  }, [key, turn, connected, tokens, refuseRead]);
  return {
    data: key === null ? undefined : answer?.data,
    error: answer?.error ?? null,
    loading: key !== null && loading,
    reload: useCallback(() => setTurn((before) => before + 1), []),
  };
}

export type ActionState<T> =
  | { readonly status: "idle" }
  | { readonly status: "running"; readonly since: number }
  | { readonly status: "done"; readonly answer: T; readonly tookMs: number }
  | { readonly status: "failed"; readonly error: Error };

/**
 * An action of the person's. It asks for the token where there is none yet, and after a refusal. `run` gives null where it failed,
 * and where the person gave no token, which `onDeclined` tells.
 */
export function useAction<Input, Answer>(
  kind: TokenClass,
  work: (service: Service, input: Input) => Promise<Answer>,
) {
  const { tokens, keep, forget, ask } = useTokens();
  const [state, setState] = useState<ActionState<Answer>>({ status: "idle" });
  const refused = useRef(false);
  const run = async (input: Input, onDeclined?: () => void): Promise<Answer | null> => {
    const token = refused.current ? null : (tokens[kind] ?? null);
    const given = token ?? (await ask(kind, refused.current));
    if (given === null) {
      onDeclined?.();
      return null;
    }
    const since = Date.now();
    setState({ status: "running", since });
    try {
      const answer = await work(connect(address, { tokens: { [kind]: given }, retries: 0 }), input);
      refused.current = false;
      if (token === null) keep(kind, given);
      setState({ status: "done", answer, tookMs: Date.now() - since });
      return answer;
    } catch (thrown) {
      if (isUnauthorized(thrown)) {
        refused.current = true;
        forget(kind);
      }
      const error = isUnauthorized(thrown)
        ? new Error(
            `The service refused this token: this needs that of ${VARIABLES[kind]}. ${WHERE_TOKENS_ARE}`,
          )
        : asError(thrown);
      setState({ status: "failed", error });
      return null;
    }
  };
  return { state, run, reset: () => setState({ status: "idle" }) };
}

export function isUnauthorized(thrown: unknown): boolean {
  return thrown instanceof AnimaError && thrown.code === "UNAUTHORIZED";
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** The error in words. */
export function wordsOf(error: Error): string {
  if (error instanceof AnimaError) return error.error;
  // What `fetch` throws where there is no answer.
  if (error instanceof TypeError) return "The service does not answer. Is it running?";
  return error.message;
}

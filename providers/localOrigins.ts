/** Apart from what asks the servers, so that a start loads no client of theirs. */

/** Where each program listens unless it is told otherwise. */
export const LOCAL_ORIGINS = {
  ollama: "http://127.0.0.1:11434",
  lmstudio: "http://127.0.0.1:1234",
  llamacpp: "http://127.0.0.1:8080",
} as const;

export type LocalKind = keyof typeof LOCAL_ORIGINS;

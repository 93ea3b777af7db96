/** The tokens that the person has entered. They are kept in this tab's session and sent to the service alone. */
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from "react";

export type TokenClass = "tick" | "write" | "read";
export type Tokens = { readonly [kind in TokenClass]?: string };

const KEY = "anima.tokens";

/** The settings that hold the tokens. */
export const VARIABLES: { readonly [kind in TokenClass]: string } = {
  tick: "TICK_TOKEN",
  write: "WRITE_TOKEN",
  read: "READ_TOKEN",
};
export const WHERE_TOKENS_ARE =
  "On the service's machine it is in the file .env.local, in the service's folder.";

interface Asking {
  readonly kind: TokenClass;
  readonly refused: boolean;
  readonly answer: (token: string | null) => void;
}

interface TokensContext {
  readonly tokens: Tokens;
  readonly keep: (kind: TokenClass, token: string) => void;
  readonly forget: (kind: TokenClass) => void;
  /** Asks the person for a token; null where they decline. */
  readonly ask: (kind: TokenClass, refused: boolean) => Promise<string | null>;
  readonly asking: Asking | null;
  /** The service wants a token for reading: it got none, or one that it does not take. Null while it shows itself. */
  readonly readRefused: "missing" | "wrong" | null;
  readonly refuseRead: () => void;
}

const Context = createContext<TokensContext | null>(null);

export function TokensProvider({ children }: { readonly children: ReactNode }) {
  const [tokens, setTokens] = useState<Tokens>(stored);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [readRefused, setReadRefused] = useState<TokensContext["readRefused"]>(null);
  const update = useCallback((change: (before: Tokens) => Tokens) => {
    setTokens((before) => {
      const after = change(before);
      keepTokens(after);
      return after;
    });
  }, []);
  const value = useMemo<TokensContext>(
    () => ({
      tokens,
      asking,
      readRefused,
      keep: (kind, token) => {
        if (kind === "read") setReadRefused(null);
        update((before) => ({ ...before, [kind]: token }));
      },
      forget: (kind) => update(({ [kind]: _, ...others }) => others),
      ask: (kind, refused) =>
        new Promise((resolve) => {
          setAsking({
            kind,
            refused,
            answer: (token) => {
              setAsking(null);
              resolve(token);
            },
          });
        }),
      refuseRead: () => setReadRefused(Object.keys(tokens).length === 0 ? "missing" : "wrong"),
    }),
    [tokens, asking, readRefused, update],
  );
  return <Context value={value}>{children}</Context>;
}

export function useTokens(): TokensContext {
  const context = use(Context);
  if (context === null) throw new Error("useTokens is called outside of TokensProvider");
  return context;
}

export function keepTokens(tokens: Tokens): void {
  sessionStorage.setItem(KEY, JSON.stringify(tokens));
}

function stored(): Tokens {
  return JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Tokens;
}

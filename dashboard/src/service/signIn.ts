/** Signing in by the link that `npm start` prints: the code in the address's fragment is exchanged for the tokens, once. */
import { address } from "./about";
import { keepTokens, type Tokens } from "./tokens";

const FRAGMENT = /^#sign-in=([\w-]+)$/;

/** What came of a sign-in link, in a sentence. */
export interface Arrival {
  readonly signedIn: boolean;
  readonly says: string;
}

const ELSE = "Start the service again for a new link, or enter a token where it is asked for.";

/** Null where the address holds no code. The code leaves the address before anything else. */
export async function arrive(): Promise<Arrival | null> {
  const code = FRAGMENT.exec(location.hash)?.[1];
  if (code === undefined) return null;
  history.replaceState(null, "", "/#/now");
  try {
    const response = await fetch(`${address}/console/sign-in`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code }),
      credentials: "omit",
    });
    const answer = (await response.json()) as { readonly tokens?: Tokens; readonly error?: string };
    if (answer.tokens !== undefined) {
      keepTokens(answer.tokens);
      return { signedIn: true, says: "You are signed in, in this tab, until you close it." };
    }
    const reason = response.status === 404 ? "this service gives no sign-in links" : answer.error;
    return { signedIn: false, says: `You are not signed in: ${reason ?? "the link was refused"}. ${ELSE}` };
  } catch {
    return { signedIn: false, says: `You are not signed in: the service did not answer. ${ELSE}` };
  }
}

/** A link opened in a tab that shows the console changes the fragment alone. */
export function arriveAgainOnLinks(): void {
  addEventListener("hashchange", () => {
    if (FRAGMENT.test(location.hash)) location.reload();
  });
}

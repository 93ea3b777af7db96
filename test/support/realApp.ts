/** The real app for hosts in the process of a test. */
import { join } from "node:path";
import { projectRoot } from "../../scripts/start/root";

/** Opens what wants a token. */
export const TOKEN = "token-of-hosts-in-the-tests";

/** Keyless and without limits. A process can load a build with one environment only: this one serves all of them. */
export const keylessApp = {
  functionsDir: join(projectRoot, "convex"),
  outDir: join(projectRoot, ".host", "tested-app"),
  env: {
    TICK_TOKEN: TOKEN,
    AUTONOMY: "off",
    RATE_LIMIT_TICK: "0",
    RATE_LIMIT_WRITE: "0",
    RATE_LIMIT_READ: "0",
  },
} as const;

/** The same with a provider of embeddings, whose address is that of the process's own model server. */
export function appWithVectors(baseUrl: string) {
  return {
    functionsDir: keylessApp.functionsDir,
    outDir: join(projectRoot, ".host", "tested-app-with-vectors"),
    env: { ...keylessApp.env, EMBEDDING_API_KEY: "any", EMBEDDING_BASE_URL: baseUrl },
  };
}

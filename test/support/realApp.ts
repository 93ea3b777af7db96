/** The real app for hosts inside a test process. */
import { join } from "node:path";
import { projectRoot } from "../../scripts/start/root";

/** The token for all protected routes. */
export const TOKEN = "token-of-hosts-in-the-tests";

/** Without a model and rate limits. A process can load a build with only one environment, so all its tests share this. */
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

/** The same with an embedding provider, the model server of this process. */
export function appWithVectors(baseUrl: string) {
  return {
    functionsDir: keylessApp.functionsDir,
    outDir: join(projectRoot, ".host", "tested-app-with-vectors"),
    env: { ...keylessApp.env, EMBEDDING_API_KEY: "any", EMBEDDING_BASE_URL: baseUrl },
  };
}

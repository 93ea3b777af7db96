/** A demo of Convex on the host, and the clients that drive it. */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ConvexHttpClient, type ConvexClient } from "convex/browser";
import { newClient } from "../../../../test/support/convexClient";
import { startHost } from "../../src/host";
import { createLogger } from "../../src/log";
import type { OwnOrigins } from "../../src/engine/outgoing";

export interface Demo {
  readonly url: string;
  readonly client: ConvexClient;
  /** Another visitor. */
  readonly other: ConvexHttpClient;
  /** May call internal functions, as Convex's CLI and dashboard do. */
  readonly admin: ConvexHttpClient;
}

export interface DemoSettings {
  readonly env?: Readonly<Record<string, string>>;
  /** Stand-ins for services of others. */
  readonly services?: OwnOrigins;
}

const ADMIN_KEY = "the-key-of-a-test-with-32-characters";

/** Runs a demo from a copy of its folder, so that the original stays as it is. */
export async function withDemo(
  { from, in: folder }: { readonly from: string; readonly in: string },
  { env = {}, services = new Map() }: DemoSettings,
  drive: (demo: Demo) => Promise<void>,
): Promise<void> {
  cpSync(from, folder, { recursive: true });
  const host = await startHost({
    functionsDir: join(folder, "convex"),
    outDir: join(folder, "out"),
    dataDir: join(folder, "data"),
    hostname: "127.0.0.1",
    port: 0,
    env,
    ownOrigins: services,
    admin: { key: ADMIN_KEY, fromAnywhere: false },
    log: createLogger({ json: true, level: "error", write: (line) => process.stderr.write(line) }),
  });
  try {
    const { url } = host;
    const [other, admin] = [new ConvexHttpClient(url), new ConvexHttpClient(url)];
    (admin as unknown as { setAdminAuth: (key: string) => void }).setAdminAuth(ADMIN_KEY);
    await drive({ url, client: newClient(url), other, admin });
  } finally {
    await host.stop(0);
    rmSync(folder, { recursive: true, force: true });
  }
}

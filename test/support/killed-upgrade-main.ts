/** A start that is killed before a given batch of its migrations: `killed-upgrade-main.ts DATA_DIR BATCHES`. */
import { join } from "node:path";
import { createLogger } from "convex-on-sqlite/process";
import { startHost } from "convex-on-sqlite";
import { projectRoot } from "../../scripts/start/root";
import { upgrade } from "../../scripts/start/upgrade";

const [, , dataDir = "", batches = ""] = process.argv;
let ran = 0;
await startHost({
  ...{ functionsDir: join(projectRoot, "convex"), dataDir, env: {} },
  ...{ hostname: "127.0.0.1", port: 0 },
  log: createLogger({ json: true, write: () => undefined }),
  upgrade: {
    ...upgrade,
    migrate: (engine, log, from) =>
      upgrade.migrate(
        {
          snapshot: (body) => engine.snapshot(body),
          action: (...call) => engine.action(...call),
          mutation: (...call) => {
            if (ran === Number(batches)) process.kill(process.pid, "SIGKILL");
            ran += 1;
            return engine.mutation(...call);
          },
        },
        log,
        from,
      ),
  },
});
throw new Error(`the upgrade took ${ran} batches, fewer than ${batches}`);

/** A restore that is killed after one of its steps: `killed-restore-main.ts BACKUP DATA_DIR STEP`. */
import { restoreBackup } from "convex-on-sqlite";

const [, , source = "", dataDir = "", killedAfter = ""] = process.argv;
await restoreBackup({
  ...{ source, dataDir, now: new Date() },
  tryStart: () => Promise.resolve(),
  onStep: (step) => {
    if (step === killedAfter) process.kill(process.pid, "SIGKILL");
  },
});
throw new Error(`the restore has no step "${killedAfter}"`);

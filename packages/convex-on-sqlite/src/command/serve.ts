/** `start`: serves an app until a signal stops it. */
import { startHost } from "../host";
import { processLogger } from "../log";
import { MIN_ADMIN_KEY_LENGTH } from "../net/adminAccess";
import { ignoreOutputErrors } from "../process/output";
import { stopOnSignals } from "../process/shutdown";
import { UsageError, type Options } from "./options";

export async function serve({ functionsDir, dataDir, env, hostname, port, admin }: Options): Promise<void> {
  if (admin !== null && admin.key.length < MIN_ADMIN_KEY_LENGTH)
    throw new UsageError(`--admin-key must have at least ${MIN_ADMIN_KEY_LENGTH} characters`);
  ignoreOutputErrors();
  const log = processLogger("info");
  const starting = startHost({
    ...{ functionsDir, dataDir, env, hostname, port, admin, log },
    fileCheck: true,
    keepTime: { confirmedMs: null },
    // Later writes would be lost.
    onFilesLost: () => process.exit(1),
  });
  stopOnSignals(async (deadlineMs) => {
    // A failed start is told by the caller.
    const host = await starting.catch(() => null);
    await host?.stop(deadlineMs);
  }, log);
  const { url } = await starting;
  process.stderr.write(`The app answers at ${url}. Its data are in ${dataDir}.\n`);
}

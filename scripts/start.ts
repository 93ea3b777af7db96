/** `npm start`: the whole service in this process, on one port, until it is told to stop. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { withoutRequestId } from "../host/engine/errors";
import { internalCall } from "../host/engine/internalCall";
import { startHost, type Host } from "../host/host";
import { processLogger } from "../host/log";
import { StoreError } from "../host/store/sqlite";
import type { Engine } from "../host/engine/engine";
import { banner } from "./start/banner";
import { clientOptions } from "./start/clients";
import { pathOf, readConfig, type Config } from "./start/config";
import { explain } from "./start/failure";
import { requireFileLimit } from "./start/files";
import { watchNpm } from "./start/npm";
import { ignoreOutputErrors } from "./start/output";
import { projectRoot } from "./start/root";
import { refuseAsAgent } from "./start/refuse";
import { exitOnUncaughtErrors, stopOnSignals } from "./start/shutdown";
import { loadVariables } from "./start/variables";
import { vectorThreads } from "./start/vectorThreads";

let config: Config | null = null;
try {
  ignoreOutputErrors();
  requireFileLimit();
  // Another file than `.env.local` lets several agents run from one checkout.
  const named = process.env.ENV_FILE?.trim() ?? "";
  const envFile = pathOf("ENV_FILE", named === "" ? ".env.local" : named, projectRoot);
  const loaded = loadVariables(process.env, envFile);
  config = readConfig(loaded.variables, projectRoot);
  const log = processLogger(config.host.logLevel);
  exitOnUncaughtErrors(log);
  for (const ineffective of loaded.ineffective ?? [])
    log.warn(`the settings file has no effect there: ${ineffective}`, { file: envFile });
  if (loaded.ineffective === null && named !== "")
    log.warn("the settings file that ENV_FILE names is not there", { file: envFile });
  const starting = startHost({
    vectorThreads,
    functionsDir: join(projectRoot, "convex"),
    dataDir: config.host.dataDir,
    hostname: config.host.hostname,
    port: config.host.port,
    env: config.env,
    log,
    ...clientOptions(config.settings),
    refuse: refuseAsAgent(config.settings),
    // At once: what is answered from now on is lost.
    onFilesLost: () => process.exit(1),
    prepare: announceStart,
  });
  const forgetNpm = watchNpm(process.env, () => {
    log.info("npm, which started the service, has ended");
    process.emit("SIGTERM", "SIGTERM");
  });
  stopOnSignals(async (deadlineMs) => {
    // A signal to a terminal ends npm, too, and that is no second one.
    forgetNpm();
    // A start that fails meanwhile is told below.
    const started: Host | null = await starting.catch(() => null);
    await started?.stop(deadlineMs);
  }, log);
  const { url } = await starting;
  // For people, beside a log that may be for programs.
  process.stderr.write(banner({ url, config, loaded, envFile }));
} catch (thrown) {
  const reason = explain(thrown, config?.host ?? null);
  if (reason === null) throw thrown;
  process.stderr.write(`Anima can't start: ${reason}\n`);
  process.exit(1);
}

/** Tells the agent that its service starts: a tick that an earlier run left unfinished gives up its lock. */
async function announceStart(engine: Engine): Promise<void> {
  const address = { componentPath: "", name: "service:started" };
  const outcome = await engine.mutation(address, {}, internalCall(randomUUID()));
  if (outcome.ok) return;
  const reason = withoutRequestId(outcome.error);
  // What the database refused has advice for a person; anything else is a fault of the agent's own.
  if (outcome.error.internal === true) throw new StoreError(reason, "PREPARE");
  throw new Error(`The agent could not be started. ${reason}`);
}

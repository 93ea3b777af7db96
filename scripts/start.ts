/** `npm start`: runs the whole service in this process, on one port, until it is stopped. */
import {
  callFunction,
  FunctionFailed,
  type Engine,
  type Host,
  StoreError,
  startHost,
} from "convex-on-sqlite";
import {
  handleUncaughtErrors,
  ignoreOutputErrors,
  processLogger,
  stopOnSignals,
} from "convex-on-sqlite/process";
import { banner } from "./start/banner";
import { clientOptions } from "./start/clients";
import { embedderOn } from "./start/embedder";
import { pathOf, readConfig, type Config } from "./start/config";
import { explainStartError } from "./start/failure";
import { requireFileLimit } from "./start/files";
import { watchNpm } from "./start/npm";
import { pagePolicy } from "./start/pages";
import { appFolder, home } from "./start/root";
import { privateOriginsFor } from "./start/privateOrigins";
import { refuseAsAgent } from "./start/refuse";
import { isLoopbackHost, SignIn, SIGN_IN_PATH } from "./start/signIn";
import { StartError } from "./start/start-error";
import { upgrade } from "./start/upgrade";
import { loadVariables } from "./start/variables";

let config: Config | null = null;
void run();

/** Nothing waits at the top level, so that the runner keeps the compiled code (convex-on-sqlite/run). */
async function run(): Promise<void> {
  try {
    ignoreOutputErrors();
    if (process.argv.length > 2)
      throw new StartError(
        `npm start takes no arguments, such as ${process.argv[2]}: set environment variables, as docs/configuration.md lists them`,
      );
    requireFileLimit();
    // A different settings file allows several agents to run from one checkout.
    const named = process.env.ENV_FILE?.trim() ?? "";
    const envFile = pathOf("ENV_FILE", named === "" ? ".env.local" : named, home);
    const loaded = loadVariables(process.env, envFile);
    config = readConfig(loaded.variables, home);
    const log = processLogger(config.host.logLevel);
    handleUncaughtErrors(log);
    for (const ineffective of loaded.ineffective ?? [])
      log.warn(`a line of the settings file has no effect: ${ineffective}`, { file: envFile });
    if (loaded.ineffective === null && named !== "")
      log.warn("the settings file named by ENV_FILE does not exist", { file: envFile });
    const pages = pagePolicy(config.settings, config.host);
    const signIn = new SignIn(config.settings.tokens);
    const embedder = embedderOn(config.host.embedding, log);
    const starting = startHost({
      functionsDir: appFolder,
      dataDir: config.host.dataDir,
      hostname: config.host.hostname,
      port: config.host.port,
      env: config.env,
      log,
      admin: config.host.admin,
      ...clientOptions(config.settings),
      pages,
      refuse: refuseAsAgent(pages),
      programRoutes: new Map([[SIGN_IN_PATH, (request) => signIn.answer(request)]]),
      privateOrigins: privateOriginsFor(config.settings),
      ...(embedder === null ? {} : { ownOrigins: embedder.origins }),
      // Exit at once, because later writes would be lost.
      fileCheck: true,
      keepTime: { confirmedMs: config.host.confirmedClockMs ?? null },
      onFilesLost: () => process.exit(1),
      upgrade,
      prepare: async (engine) => {
        // Not before: a second start on the same data must not download beside the first.
        embedder?.start();
        await announceStart(engine);
      },
      purge: { table: "purgeDue", done: "erasures/functions:purged" },
    });
    const forgetNpm = watchNpm(process.env, () => {
      log.info("npm, which started the service, has ended");
      process.emit("SIGTERM", "SIGTERM");
    });
    stopOnSignals(async (deadlineMs) => {
      // A signal from the terminal also ends npm, which must not count as a second signal.
      forgetNpm();
      // A failed start is reported below.
      const started: Host | null = await starting.catch(() => null);
      await started?.stop(deadlineMs);
      embedder?.stop();
    }, log);
    const { url } = await starting;
    // The banner is for people, while the log may be for programs.
    const signInCode = isLoopbackHost(new URL(url).host) ? signIn.issue() : undefined;
    process.stderr.write(banner({ url, config, loaded, envFile, signInCode }));
  } catch (thrown) {
    const reason = explainStartError(thrown, config?.host ?? null);
    if (reason === null) throw thrown;
    process.stderr.write(`Anima can't start: ${reason}\n`);
    process.exit(1);
  }
}

/** Notifies the agent of the start, so that a tick left unfinished by an earlier run releases its lock. */
async function announceStart(engine: Engine): Promise<void> {
  try {
    await callFunction(engine, "mutation", "service/functions:started", { afterCrash: engine.afterCrash });
  } catch (thrown) {
    if (!(thrown instanceof FunctionFailed)) throw thrown;
    // Database errors contain advice for the operator; anything else is a bug in the agent.
    if (thrown.isInternal) throw new StoreError(thrown.message, "PREPARE");
    throw new Error(`The agent could not be started. ${thrown.message}`, { cause: thrown });
  }
}

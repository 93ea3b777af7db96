/** `anima doctor`: checks what a service on this machine needs, and says of each trouble what to do. */
import { existsSync, statSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";
import type { Command } from "commander";
import { AnimaError, connect, getHealth, verify, type HealthReport } from "../client";
import { SettingError, type ProviderEndpoint } from "../convex/lib/settings";
import type { Role } from "../providers/choice";
import { faultsOf, standingOf } from "../providers/standing";
import { tryProvider } from "../providers/trial";
import { summaryOf, unconfigured, type Finding as Found } from "../providers/verdict";
import { readConfig, type Config } from "../scripts/start/config";
import { readEnvFile, setVariables } from "convex-on-sqlite/env";
import { home } from "../scripts/start/root";
import { isLocal, serviceOf, settingsFile, target, targetOf } from "./connection";
import { EXIT_FAILED } from "./exit";
import { tryLocal } from "./localEmbedding";
import { findingLines, isJson, print, withProgress } from "./output";

interface Finding extends Found {
  readonly check: string;
}

export async function examine(command: Command): Promise<void> {
  const { address } = target(command);
  const here = address === targetOf(undefined, { ...process.env, ANIMA_URL: "" }).address;
  const findings = await withProgress("examining", here ? examineHere(address) : examineService(address));
  if (command.opts<{ deep?: boolean }>().deep === true && findings.some(({ check }) => check === "service"))
    findings.push(await withProgress("verifying", verifyData(command)));
  const troubles = findings.filter(({ level }) => level === "trouble").length;
  print(command, { ok: troubles === 0, findings }, () =>
    findings.flatMap((finding) => findingLines(finding, finding.check)),
  );
  const isDegraded = findings.some(({ check, level }) => check === "service" && level !== "ok");
  const verdict = isDegraded ? "nothing to fix here, but the service is degraded" : "all is well";
  if (!isJson(command)) process.stdout.write(`${troubles === 0 ? verdict : `${troubles} to fix`}\n`);
  if (troubles > 0) process.exitCode = EXIT_FAILED;
}

async function examineHere(address: string): Promise<Finding[]> {
  const file = settingsFile(process.env);
  let config: Config;
  try {
    config = readConfig({ ...readEnvFile(file), ...setVariables(process.env) }, home);
  } catch (thrown) {
    if (!(thrown instanceof SettingError)) throw thrown;
    return [{ check: "settings", level: "trouble", text: thrown.message, advice: `change it in ${file}` }];
  }
  const { settings, host } = config;
  const model = await provider("model", settings.llm);
  const embedding = await embeddings(config);
  return [
    { check: "settings", level: "ok", text: existsSync(file) ? file : "the defaults" },
    tokens(config, file),
    model,
    embedding,
    disk(host.dataDir),
    clock(
      "the provider",
      await dateAt(settings.llm ?? (host.embedding === null ? settings.embedding : null)),
    ),
    ...(await examineAddress(address, host.port, host.hostname)),
  ];
}

async function examineService(address: string): Promise<Finding[]> {
  const found = await reach(address);
  return found === null
    ? [
        {
          check: "service",
          level: "trouble",
          text: `${address} does not answer`,
          advice: "check the address",
        },
      ]
    : found;
}

/** The running service, or whether its port is free. */
async function examineAddress(address: string, port: number, hostname: string): Promise<Finding[]> {
  const found = await reach(address);
  if (found !== null) return found;
  return (await isFree(port, hostname))
    ? [{ check: "port", level: "note", text: `${port} is free`, advice: "start the service: anima start" }]
    : [
        {
          check: "port",
          level: "trouble",
          text: `${port} is taken by something else`,
          advice: "end that, or set PORT",
        },
      ];
}

async function reach(address: string): Promise<Finding[] | null> {
  let date: string | undefined;
  const timed: typeof fetch = async (url, init) => {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(CALL_MS) });
    date = response.headers.get("Date") ?? undefined;
    return response;
  };
  let report: HealthReport;
  try {
    report = await getHealth(connect(address, { retries: 0, fetch: timed }));
  } catch {
    return null;
  }
  const troubles = faultsOf(report.checks);
  const standing = standingOf(report);
  return [
    {
      check: "service",
      level: standing === "degraded" ? "note" : "ok",
      text: `${address} runs anima ${report.version}, data format ${report.dataFormat}${standing === "journal" ? ", and keeps a journal without a model" : ""}`,
    },
    // What the machine is at fault for, the agent can't get over by itself.
    ...troubles.map(([name, text]): Finding => {
      return { check: name, level: /^(storage|clock)$/.test(name) ? "trouble" : "note", text };
    }),
    // On this machine the service's clock is the same one.
    ...(isLocal(address) ? [] : [clock("the service", date)]),
  ];
}

/** What the service itself finds in its data. */
async function verifyData(command: Command): Promise<Finding> {
  try {
    const { found, differences, rows, entries } = await verify(serviceOf(command), {});
    const text = `${rows} rows and ${entries} entries of lists, ${found === 0 ? "no difference" : `${found} differences`}`;
    if (found === 0) return { check: "data", level: "ok", text };
    return {
      ...{ check: "data", level: "trouble", text: `${text}, such as: ${differences[0] ?? ""}` },
      advice: "anima verify names them, anima verify --repair writes lists and totals anew",
    };
  } catch (thrown) {
    if (!(thrown instanceof AnimaError)) throw thrown;
    return { check: "data", level: "note", text: `not verified: ${thrown.message}` };
  }
}

function tokens({ settings: { tokens } }: Config, file: string): Finding {
  if (tokens.tick.length === 0)
    return {
      check: "tokens",
      level: "note",
      text: "none yet",
      advice: `the first start makes them in ${file}`,
    };
  if (isExposed(file))
    return { check: "tokens", level: "trouble", text: "others can read them", advice: `chmod 600 ${file}` };
  const reading = tokens.read.length === 0 ? "reading needs none" : "for reading, too";
  return { check: "tokens", level: "ok", text: `for ticks and writes; ${reading}` };
}

/** Whether the file holds secrets that other users of the machine can read. */
function isExposed(file: string): boolean {
  if (!existsSync(file) || process.platform === "win32" || (statSync(file).mode & 0o077) === 0) return false;
  return Object.keys(readEnvFile(file)).some((name) => /_(TOKEN|KEY)$/.test(name));
}

const CALL_MS = 20_000;

/** Tries a provider with what the service asks of it. */
async function provider(role: Role, endpoint: ProviderEndpoint | null): Promise<Finding> {
  if (endpoint === null) return { check: role, ...unconfigured(role) };
  const { findings } = await tryProvider(role, endpoint, endpoint.timeoutMs ?? CALL_MS);
  return { check: role, ...summaryOf(findings) };
}

async function embeddings({ settings: { embedding }, host }: Config): Promise<Finding> {
  if (host.embedding === null || embedding === null) return await provider("embedding", embedding);
  return { check: "embedding", ...summaryOf(await tryLocal(host.embedding, embedding)) };
}

/** The time that a provider's answers bear. */
async function dateAt(endpoint: ProviderEndpoint | null): Promise<string | undefined> {
  if (endpoint === null) return undefined;
  try {
    const { headers } = await fetch(endpoint.baseUrl, { signal: AbortSignal.timeout(CALL_MS) });
    return headers.get("Date") ?? undefined;
  } catch {
    // That it does not answer has been said of the provider itself.
    return undefined;
  }
}

/** Less leaves no room for SQLite's log and a back-up. */
const LEAST_FREE_BYTES = 512 * 1024 * 1024;

function disk(dataDir: string): Finding {
  let folder = dataDir;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const text = `${(free / 1024 ** 3).toFixed(1)} GiB free for ${dataDir}`;
  return free < LEAST_FREE_BYTES
    ? { check: "disk", level: "trouble", text, advice: "free some space, or set DATA_DIR" }
    : { check: "disk", level: "ok", text };
}

const TOLERATED_SKEW_MS = 60_000;

function clock(whose: string, date: string | undefined): Finding {
  const now = new Date().toString();
  if (date === undefined)
    return { check: "clock", level: "note", text: `${now}; nothing to compare it with` };
  const skew = Math.abs(Date.parse(date) - Date.now());
  return skew > TOLERATED_SKEW_MS
    ? {
        check: "clock",
        level: "trouble",
        text: `${whose} and this machine differ by ${Math.round(skew / 1000)} s`,
        advice: "synchronise the clock (NTP)",
      }
    : { check: "clock", level: "ok", text: now };
}

function isFree(port: number, hostname: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, hostname, () => server.close(() => resolve(true)));
  });
}

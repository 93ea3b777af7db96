/** The banner shown once the service listens: what runs where, and three example requests. */
import type { ProviderEndpoint, Settings } from "../../convex/lib/settings";
import { version } from "../../package.json";
import type { Config } from "./config";
import { localSearchText } from "./embedder";
import type { LoadedVariables, TokenName } from "./variables";

export interface BannerFacts {
  readonly url: string;
  readonly config: Config;
  readonly loaded: Pick<LoadedVariables, "tokenSources" | "created" | "madePrivate">;
  /** Absolute path of the settings file. */
  readonly envFile: string;
  /** A one-time code for the console's address, where one was issued. */
  readonly signInCode?: string | undefined;
}

const CLASS_OF = { TICK_TOKEN: "tick", WRITE_TOKEN: "write", READ_TOKEN: "read" } as const;

/** The banner as plain text, without any secret but the one-time code. Ends with a line break. */
export function banner(facts: BannerFacts): string {
  const { url, config } = facts;
  const { settings, host } = config;
  const rows: [label: string, text: string][] = [
    ["console", consoleText(facts)],
    ["data", host.dataDir],
    [
      "model",
      endpointText(
        settings.llm,
        "none: the agent keeps a journal; for one: anima setup (or set LLM_API_KEY)",
      ),
    ],
    ["search", searchText(config)],
    [
      "autonomy",
      settings.autonomy ? "on: a tick every 5 minutes" : "off (AUTONOMY): it ticks only on request",
    ],
    ["tokens", tokensText(facts)],
  ];
  const callers = [
    ...new Set(Object.values(settings.tokens).flatMap((list) => list.flatMap(({ name = [] }) => name))),
  ];
  if (callers.length > 0) rows.push(["callers", callers.join(", ")]);
  const isOpen = settings.tokens.read.length === 0;
  rows.push(["reading", isOpen ? "needs no token; set READ_TOKEN to ask for one" : "needs a token"]);
  if (host.admin !== null) {
    const where = host.admin.fromAnywhere ? "from anywhere (ADMIN_HOST)" : "from this machine alone";
    rows.push(["admin", `open to whoever has ADMIN_KEY, ${where}`]);
  }
  const lines = [
    `${settings.agentName} (anima ${version}) listens on ${url}`,
    ...rows.map(([label, text]) => `  ${label.padEnd(10)}${text}`),
    "Try it:",
    ...curlLines(facts).map((line) => `  ${line}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** Three requests that work when pasted into a POSIX shell; they read their token from where the service found it. */
export function curlLines({
  url,
  loaded,
  envFile,
  config: {
    settings: { tokens },
  },
}: Pick<BannerFacts, "url" | "loaded" | "envFile"> & {
  readonly config: { readonly settings: Pick<Settings, "tokens"> };
}): string[] {
  const bearer = (name: TokenName): string => {
    const [first, ...others] = tokens[CLASS_OF[name]];
    const isPlain = first?.name === undefined && others.length === 0;
    const inFile = loaded.tokenSources[name] === "file";
    // The variable holds names or more tokens: the first is shown.
    const token = isPlain
      ? `process.env.${name}`
      : `'process.env.${name}.split(",")[0].split(":").at(-1).trim()'`;
    const file = inFile ? ` --env-file=${shellWord(envFile)}` : "";
    const value = isPlain && !inFile ? `$${name}` : `$(node${file} -p ${token})`;
    return `-H "Authorization: Bearer ${value}"`;
  };
  const write = loaded.tokenSources.WRITE_TOKEN === undefined ? "TICK_TOKEN" : "WRITE_TOKEN";
  const event = JSON.stringify({
    type: "news",
    content: "The first warm day of spring: the town sits in the sun.",
  });
  return [
    `curl ${shellWord(`${url}/state`)}${tokens.read.length === 0 ? "" : ` ${bearer("READ_TOKEN")}`}`,
    `curl -X POST ${shellWord(`${url}/feed`)} ${bearer(write)} -H "Content-Type: application/json" -d ${shellWord(event)}`,
    `curl -X POST ${shellWord(`${url}/tick`)} ${bearer("TICK_TOKEN")}`,
  ];
}

function endpointText(endpoint: ProviderEndpoint | null, otherwise: string): string {
  return endpoint === null ? otherwise : `${endpoint.model} at ${new URL(endpoint.baseUrl).host}`;
}

function searchText({ settings: { embedding }, host }: Config): string {
  if (host.embedding !== null) return localSearchText(host.embedding);
  if (embedding === null)
    return "by words; for search by meaning, too: anima setup (or set EMBEDDING_PROVIDER=local)";
  return `by words and meaning (${endpointText(embedding, "")})`;
}

/** The code stands in the fragment, which browsers send nowhere. */
function consoleText({ url, signInCode }: BannerFacts): string {
  if (signInCode === undefined) return `open ${url}/ in a browser`;
  return `open ${url}/#sign-in=${signInCode} in a browser\n  ${"".padEnd(10)}(it signs you in, once and within 10 minutes; else open ${url}/ and enter a token)`;
}

function tokensText({ loaded, envFile }: BannerFacts): string {
  const { created, madePrivate, tokenSources } = loaded;
  if (created.length > 0) {
    const now = madePrivate ? "others could read that file; now only you can" : "only you can read that file";
    return `created ${created.join(" and ")} in ${envFile} (${now})`;
  }
  const sources = new Set(Object.values(tokenSources));
  const named = [...sources].map((source) => (source === "file" ? envFile : "the environment"));
  const closed = madePrivate ? ` (others could read ${envFile}; now only you can)` : "";
  return `from ${named.join(" and ")}${closed}`;
}

/** Quotes a word for a POSIX shell. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * The `fetch` of actions. It connects to private addresses only at origins that the operator named; some origins the host answers
 * itself.
 */
import dns from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import type { Dispatcher } from "undici";

/** Origins that may have private addresses; `any` for all of them. */
export type PrivateOrigins = "any" | readonly string[];

/** One policy per process, as the globals of functions are. */
let privateOrigins: PrivateOrigins = "any";

export function setPrivateOrigins(origins: PrivateOrigins): void {
  privateOrigins = origins;
}

/** What answers requests to an origin instead of the network. */
export type OwnOrigins = ReadonlyMap<string, (request: Request) => Promise<Response>>;

let ownOrigins: OwnOrigins = new Map();

export function setOwnOrigins(origins: OwnOrigins): void {
  ownOrigins = origins;
}

export const outgoingFetch: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  const answer = URL.canParse(url) ? ownOrigins.get(new URL(url).origin) : undefined;
  if (answer !== undefined) return await answer(new Request(input, init));
  if (privateOrigins === "any") return await fetch(input, init);
  return await fetch(input, Object.assign({}, init, { dispatcher: await (dispatcher ??= guarded()) }));
};

let dispatcher: Promise<Dispatcher> | null = null;

/**
 * The address is checked where the connection is made: a name can't resolve to another one after the check, and the
 * connections of redirects pass it as well.
 */
async function guarded(): Promise<Dispatcher> {
  // Loading it takes longer than the rest of a small start.
  const { Agent, EnvHttpProxyAgent, buildConnector } = await import("undici");
  const anywhere = buildConnector({});
  const publicOnly = buildConnector({ lookup: publicLookup });
  const connect: typeof anywhere = (options, callback) => {
    const { protocol, host = "", hostname } = options;
    if (privateOrigins === "any" || privateOrigins.includes(`${protocol}//${host}`))
      anywhere(options, callback);
    // The system does not look up an address.
    else if (isIP(hostname) !== 0 && isPrivateAddress(hostname)) callback(new PrivateAddress(hostname), null);
    else publicOnly(options, callback);
  };
  // Node's own `fetch` uses a proxy where this is set. A proxy looks up names itself.
  return process.env.NODE_USE_ENV_PROXY === "1" ? new EnvHttpProxyAgent({ connect }) : new Agent({ connect });
}

/** Looks up the public addresses of a name. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, "");
    const open = addresses.filter(({ address }) => !isPrivateAddress(address));
    const [first] = open;
    if (first === undefined) callback(new PrivateAddress(hostname), "");
    else if (options.all === true) callback(null, open);
    else callback(null, first.address, first.family);
  });
};

class PrivateAddress extends Error {
  readonly code = "ERR_PRIVATE_ADDRESS";

  constructor(hostname: string) {
    super(`${hostname} has a private address`);
  }
}

/** What IANA's registries of special addresses don't call globally reachable. Two lists, as each matches addresses of both families. */
const PRIVATE_V4 = blockList("ipv4", [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"],
]);
/** Only 2000::/3 is global, except its tunnels that contain an IPv4 address and what is for documentation. */
const PRIVATE_V6 = blockList("ipv6", [
  ...["::/3", "4000::/2", "8000::/1", "2001::/32", "2002::/16", "2001:db8::/32", "3fff::/20"],
]);

function blockList(family: "ipv4" | "ipv6", subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = "", prefix] = subnet.split("/");
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

export function isPrivateAddress(address: string): boolean {
  return isIP(address) === 6 ? PRIVATE_V6.check(address, "ipv6") : PRIVATE_V4.check(address, "ipv4");
}

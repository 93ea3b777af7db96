/** Which addresses a webhook may have. The runtime resolves names itself, so here a name is judged only by its spelling. */

/** Why an address is refused; null if it is allowed. `any`: allow private addresses and plain HTTP. */
export function refusalOf(address: string, any: boolean): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return "must be an https address";
  if (url.username !== "" || url.password !== "") return "must hold no user name and password";
  if (url.hash !== "") return "must have no part after #";
  if (any) return null;
  if (url.protocol === "http:") return "must be an https address (WEBHOOK_ADDRESSES=any also allows http)";
  return isPrivate(url.hostname)
    ? "must not be a private address (WEBHOOK_ADDRESSES=any allows those)"
    : null;
}

/** Names that only a local network resolves. A name without a dot is local too. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/** `host`: as URL normalises it, with IPv4 in four decimal parts and IPv6 in brackets in its shortest form. */
function isPrivate(host: string): boolean {
  if (host.startsWith("[")) return isPrivateV6(host.slice(1, -1));
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isPrivateV4(host.split(".").map(Number));
  const name = host.replace(/\.$/, "");
  return !name.includes(".") || LOCAL_NAME.test(name);
}

/** The ranges that IANA's registry of special addresses doesn't call globally reachable. */
function isPrivateV4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  return (
    [0, 10, 127].includes(a) ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)) || (b === 88 && c === 99))) ||
    (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) ||
    (a === 203 && b === 0 && c === 113)
  );
}

/**
 * Only 2000::/3 is global, except its addresses for documentation and for tunnels that contain an IPv4 address (Teredo,
 * 6to4).
 */
function isPrivateV6(host: string): boolean {
  const [first = 0, second = 0] = host.split(":").map((part) => parseInt(part === "" ? "0" : part, 16));
  return (
    first < 0x2000 ||
    first > 0x3fff ||
    (first === 0x2001 && (second === 0 || second === 0xdb8)) ||
    first === 0x2002
  );
}

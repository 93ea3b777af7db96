/** Whose pages may use the service, and by which names it may be reached: a browser tells both, in Origin and in Host. */

/**
 * Whether pages of an origin may use the service: its own, the listed ones, and those of this machine while none is listed.
 * @param host what the request was sent to, with its port. Only its name and port make an origin the service's own, as a proxy
 * may end TLS.
 * @param listed CORS_ORIGIN; null where it is unset
 */
export function allowsOrigin(origin: string, host: string, listed: readonly string[] | null): boolean {
  if (listed?.some((one) => one === "*" || one === origin) === true) return true;
  // "null", which sandboxed pages and local files send, is no URL.
  const url = URL.canParse(origin) ? new URL(origin) : null;
  if (url?.origin !== origin || !/^https?:$/.test(url.protocol)) return false;
  // Parsed with the same scheme, so that its usual port may be left out.
  const own = `${url.protocol}//${host}`;
  const isOwn = URL.canParse(own) && new URL(own).host === url.host;
  return isOwn || (listed === null && isLoopback(url.hostname));
}

/**
 * Whether the service answers to a Host, where it is particular about names: to loopback ones and to these.
 * @param names of a URL's form: in lower case, with a port or for any
 */
export function allowsHost(host: string, names: readonly string[]): boolean {
  const url = new URL(`http://${host}`);
  return isLoopback(url.hostname) || names.includes(url.hostname) || names.includes(url.host);
}

/** Whether a URL's host name stands for this machine. No one else can own such a name. */
function isLoopback(hostname: string): boolean {
  return /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/.test(hostname);
}

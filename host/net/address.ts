/** The address at which a server is reached. */
export function urlOf(hostname: string, port: number): string {
  return `http://${hostOf(hostname, port)}`;
}

/** The same without the protocol, as in a Host header. */
export function hostOf(hostname: string, port: number): string {
  return `${reachable(hostname)}:${port}`;
}

/** A name under which this machine reaches the server; the wildcard addresses are none. */
function reachable(hostname: string): string {
  if (hostname === "0.0.0.0" || hostname === "::" || hostname === "") return "localhost";
  return hostname.includes(":") ? `[${hostname}]` : hostname;
}

/** Which connections of actions are made, against a real server on this machine. */
import dns from "node:dns";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { hostGlobals } from "./guards";
import { isPrivateAddress, setOwnOrigins, setPrivateOrigins } from "./outgoing";

const { fetch } = hostGlobals;

let connections = 0;
const server = createServer((request, response) => {
  if (request.url === "/ok") response.end("answered");
  else response.writeHead(307, { location: decodeURIComponent(request.url?.slice(1) ?? "") }).end();
});
server.on("connection", () => (connections += 1));
/** Of the server, under its address and under a name. */
let origin = "";
let named = "";

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  named = `http://hooks.example:${port}`;
  const lookup = dns.lookup;
  vi.spyOn(dns, "lookup").mockImplementation(((hostname: string, ...rest: [never, never]) =>
    lookup(hostname === "hooks.example" ? "127.0.0.1" : hostname, ...rest)) as typeof dns.lookup);
});
afterEach(() => {
  setPrivateOrigins("any");
  connections = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const text = async (url: string): Promise<string> => await (await fetch(url)).text();
const refusal = { cause: { code: "ERR_PRIVATE_ADDRESS" } };

it("connects anywhere without a policy", async () => {
  expect(await text(`${origin}/ok`)).toBe("answered");
});

it("refuses a private address, and a name that resolves to one, before it connects", async () => {
  setPrivateOrigins([]);
  const { port } = new URL(origin);
  const others = [`http://localhost:${port}`, `http://[::1]:${port}`];
  for (const where of [origin, named, ...others])
    await expect(text(`${where}/ok`), where).rejects.toMatchObject(refusal);
  expect(connections).toBe(0);
});

it("connects to a named origin, and to no other by its redirect", async () => {
  setPrivateOrigins([named]);
  expect(await text(`${named}/ok`)).toBe("answered");
  expect(await text(`${named}/${encodeURIComponent("/ok")}`)).toBe("answered");
  await expect(text(`${named}/${encodeURIComponent(`${origin}/ok`)}`)).rejects.toMatchObject(refusal);
});

it.each([
  ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.9.9.9", "169.254.169.254", "172.31.0.1", "192.168.0.1"],
  ...["198.19.0.1", "203.0.113.9", "224.0.0.1", "255.255.255.255"],
  ...[
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::1",
    "fc00::1",
    "fe80::1",
    "ff02::1",
    "2001:db8::1",
  ],
])("calls %s private", (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

it.each([
  "1.1.1.1",
  "100.63.255.255",
  "172.32.0.1",
  "192.0.1.1",
  "223.255.255.255",
  "2606:4700::1111",
  "2a00::1",
])("calls %s public", (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});

it("reaches what answers for an origin of the host's own, with its method and body", async () => {
  setPrivateOrigins([]);
  setOwnOrigins(
    new Map([
      ["http://own.localhost", async (request) => new Response(`${request.method} ${await request.text()}`)],
    ]),
  );
  onTestFinished(() => setOwnOrigins(new Map()));
  const response = await fetch("http://own.localhost/v1/embeddings", { method: "POST", body: "hello" });
  expect(await response.text()).toBe("POST hello");
  expect(connections).toBe(0);
});

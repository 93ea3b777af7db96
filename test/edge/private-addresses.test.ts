/** Webhooks with a public name that resolves to a private address, against a real receiver. */
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { startService, type Service } from "../support/service";
import { until } from "../support/until";

/** Resolves one public name to this machine, in the process that loads it. */
const RESOLVER = `
  import dns from "node:dns";
  const lookup = dns.lookup;
  dns.lookup = (name, ...rest) => lookup(name === "hooks.example" ? "127.0.0.1" : name, ...rest);`;

let connections = 0;
const receiver = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let url = "";

beforeAll(async () => {
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  url = `https://hooks.example:${(receiver.address() as AddressInfo).port}/`;
});
beforeEach(() => {
  connections = 0;
});
afterAll(() => receiver.close());

const deliveries = z.object({ deliveries: z.array(z.object({ error: z.string() })) });

const start = (env: Readonly<Record<string, string>>): Promise<Service> =>
  startService({
    env: { ...env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(RESOLVER)}` },
  });

/** The reason of the first failed delivery. */
async function failureWith(env: Readonly<Record<string, string>>): Promise<string> {
  const service = await start(env);
  const asTick = { token: service.tokens.tick };
  const hook = (await service.post("/webhooks", { url }, asTick)).as(z.object({ webhookId: z.string() }));
  expect((await service.post("/tick", undefined, asTick)).status).toBe(200);
  let reason: string | undefined;
  await until("a failed delivery", async () => {
    const answer = await service.get(`/webhooks/${hook.webhookId}/deliveries`, asTick);
    reason = answer.as(deliveries).deliveries.at(-1)?.error;
    return reason !== undefined;
  });
  return reason ?? "";
}

test("is refused before a connection is made", async () => {
  expect(await failureWith({})).toBe("the request failed (ERR_PRIVATE_ADDRESS)");
  expect(connections).toBe(0);
});

test("is connected to where the operator allows any address", async () => {
  expect(await failureWith({ WEBHOOK_ADDRESSES: "any" })).not.toContain("ERR_PRIVATE_ADDRESS");
  expect(connections).toBeGreaterThan(0);
});

test("is connected to where it is the origin of a provider", async () => {
  const service = await start({ LLM_API_KEY: "key", LLM_BASE_URL: `${url}v1` });
  await service.post("/tick", undefined, { token: service.tokens.tick });
  expect(connections).toBeGreaterThan(0);
});

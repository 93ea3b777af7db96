/** Programs against a service that needs a token for reading: MCP over HTTP and over stdio, and `anima watch`. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, describe, expect, test } from "vitest";
import { BIN, emptyHome, ended, environmentIn, startCommand } from "./support/command";
import { startService, type Service } from "./support/service";
import { until } from "./support/until";

const READ_TOKEN = "the-read-token-of-the-tests";
let service: Service;
let folder: string;

beforeAll(async () => {
  folder = emptyHome();
  service = await startService({ env: { READ_TOKEN } });
});

/** Of a process that knows at most one token. */
const environment = (token: string | null): Record<string, string> => ({
  ...environmentIn(folder, service.url),
  ...(token === null ? {} : { ANIMA_TOKEN: token }),
});

const TRANSPORTS = {
  http: (token: string | null) =>
    new StreamableHTTPClientTransport(new URL("/mcp", service.url), {
      requestInit: { headers: token === null ? {} : { Authorization: `Bearer ${token}` } },
    }),
  stdio: (token: string | null) =>
    new StdioClientTransport({
      command: process.execPath,
      args: [BIN, "mcp"],
      env: environment(token),
      cwd: folder,
    }),
};

describe.each(["http", "stdio"] as const)("MCP over %s", (kind) => {
  /** Runs `body` with the protocol's own client. */
  async function withClient<T>(token: string | null, body: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ name: "test", version: "1" });
    try {
      await client.connect(TRANSPORTS[kind](token));
      return await body(client);
    } finally {
      await client.close();
    }
  }
  const memory = { type: "semantic", content: "The tide is at noon." };
  const refused = {
    isError: true,
    content: [{ type: "text", text: expect.stringMatching(/^UNAUTHORIZED: /) }],
  };

  test("without a token lists the tools, and reads nothing", async () => {
    await withClient(null, async (client) => {
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain("recall");
      for (const name of ["state", "thoughts"])
        expect(await client.callTool({ name })).toMatchObject(refused);
      expect(await client.callTool({ name: "recall", arguments: { query: "tide" } })).toMatchObject(refused);
      await expect(client.readResource({ uri: "anima://state" })).rejects.toThrow("UNAUTHORIZED");
    });
  });

  test("with the read token reads, and writes nothing", async () => {
    await withClient(READ_TOKEN, async (client) => {
      const { structuredContent } = await client.callTool({ name: "state" });
      expect(structuredContent).toHaveProperty("mood");
      const { contents } = await client.readResource({ uri: "anima://state" });
      expect(contents).toMatchObject([{ text: expect.stringContaining('"mood"') }]);
      expect(await client.callTool({ name: "remember", arguments: memory })).toMatchObject(refused);
    });
  });

  test("with the write token reads and writes", async () => {
    await withClient(service.tokens.write, async (client) => {
      const stored = await client.callTool({ name: "remember", arguments: memory });
      expect(stored.structuredContent).toHaveProperty("memoryId");
      const found = await client.callTool({ name: "recall", arguments: { query: memory.content } });
      expect(JSON.stringify(found.structuredContent)).toContain(memory.content);
    });
  });
});

describe("anima watch", () => {
  const watch = (token: string | null, words: readonly string[] = []) =>
    startCommand(["watch", "--json", ...words], { cwd: folder, env: environment(token) });

  test.each([
    ["without a token", null],
    ["with a wrong token", `${READ_TOKEN}x`],
  ])("%s ends at once and says which to set", async (_, token) => {
    const { code, stdout, stderr } = await ended(watch(token));
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(stderr).toMatch(/^UNAUTHORIZED: .*\nSet ANIMA_TOKEN .*READ_TOKEN.*\n$/);
  });

  test("with the read token follows the state and notes until Ctrl-C", async () => {
    const child = watch(READ_TOKEN);
    let shown = "";
    child.stdout.on("data", (text) => (shown += String(text)));
    const end = ended(child);
    await until("the state", () => shown.includes('"kind":"state"'));
    await service.post("/wake", { note: "Is the pier open?" }, { token: service.tokens.write });
    await until("the note", () => shown.includes("Is the pier open?"));
    child.kill("SIGINT");
    expect(await end).toMatchObject({ code: 0, stderr: "" });
  });
});

/** Errors of the listening socket. */
import { Server } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { createLogger } from "../log";
import { startServer } from "./server";

it("survives connections that can't be accepted, and logs them once a minute", async () => {
  const listening = vi.spyOn(Server.prototype, "listen");
  const fail = (context: unknown): boolean =>
    context instanceof Server && context.emit("error", new Error("accept EMFILE"));
  onTestFinished(() => listening.mockRestore());
  const logged: string[] = [];
  const log = createLogger({ json: true, write: (line) => logged.push(line) });
  const { stop } = await startServer({ log, hostname: "127.0.0.1", port: 0 });
  const [server] = listening.mock.contexts;
  for (let time = 0; time < 3; time += 1) expect(fail(server)).toBe(true);
  await stop(0);
  expect(logged.map((line): unknown => JSON.parse(line))).toMatchObject([
    { level: "error", count: 1, error: "Error: accept EMFILE" },
  ]);
});

/** The commands of whoever runs the service: start, doctor, verify, mcp, admin-key. */
import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import { version } from "../package.json";
import { runEntryPoint } from "../scripts/start/entryPoint";
import { serviceOf } from "./connection";
import { print } from "./output";

/** In hex: 64 characters, twice the least that the service accepts. */
const ADMIN_KEY_BYTES = 32;

export function addOperation(program: Command): void {
  program
    .command("start")
    .description("run the service in this process until Ctrl-C")
    .option("--port <number>", "default: PORT, or 3210")
    .option("--host <address>", "default: HOST, or 127.0.0.1")
    .option("--data <folder>", "default: DATA_DIR, or .data")
    .action(async ({ port, host, data }: { port?: string; host?: string; data?: string }) => {
      for (const [name, value] of Object.entries({ PORT: port, HOST: host, DATA_DIR: data }))
        if (value !== undefined) process.env[name] = value;
      await runEntryPoint("start");
    });
  program
    .command("doctor")
    .option("--deep", "also verify the service's lists, totals and references, which takes a while")
    .description("check settings, tokens, providers, disk, clock and port, and say what to do")
    .action(async (_options: object, command: Command) => {
      const { examine } = await import("./doctor");
      await examine(command);
    });
  program
    .command("verify")
    .description("compare lists, totals and references with the rows, on this machine, running or not")
    .option("--repair", "write lists and totals anew")
    .action(({ repair }: { repair?: true }) => runEntryPoint("verify", ...(repair ? ["--repair"] : [])));
  program
    .command("mcp")
    .description("serve the Model Context Protocol on standard input and output")
    .action(async (_options: object, command: Command) => {
      const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
      const { mcpServer } = await import("../mcp/server");
      const service = serviceOf(command);
      const handle = serveStdio(() => mcpServer(service, version), {
        onerror: (error) => process.stderr.write(`${error.message}\n`),
      });
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void handle.close());
    });
  program
    .command("admin-key")
    .description("make a key for Convex's tools, to set as ADMIN_KEY")
    .action((_options: object, command: Command) => {
      const key = randomBytes(ADMIN_KEY_BYTES).toString("hex");
      print(command, { key }, () => [key]);
    });
}

/** The official CLI in processes of its own, against a running service. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { projectRoot } from "../../scripts/start/root";
import { type CliResult, cliEnvironment, runConvex } from "convex-on-sqlite/codegen";

export class ConvexCli {
  private readonly deployment: { readonly url: string; readonly adminKey: string };

  constructor(url: string, adminKey: string) {
    this.deployment = { url, adminKey };
  }

  /** Runs a command to its end. */
  run(args: readonly string[], cwd: string = projectRoot): Promise<CliResult> {
    return runConvex(cwd, args, this.deployment);
  }

  /** Runs a command that goes on by itself, until its output satisfies a condition; returns the output. */
  async watch(args: readonly string[], isEnough: (output: string) => boolean): Promise<string> {
    const manifest = createRequire(import.meta.url).resolve("convex/package.json");
    const child = spawn(process.execPath, [join(dirname(manifest), "bin/main.js"), ...args], {
      cwd: projectRoot,
      env: cliEnvironment(this.deployment),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
    const add = (text: string): void => {
      output += text;
      if (isEnough(output)) child.kill("SIGKILL");
    };
    child.stdout.setEncoding("utf8").on("data", add);
    child.stderr.setEncoding("utf8").on("data", add);
    await ended;
    return output;
  }
}

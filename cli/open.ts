/** The command that opens the console. */
import { spawn } from "node:child_process";
import type { Command } from "commander";
import { getHealth } from "../client";
import { serviceOf, target } from "./connection";
import { print } from "./output";

export function addOpen(program: Command): void {
  program
    .command("open")
    .description("print the console's address, and open it where a desktop is")
    .option("--print", "only print it")
    .action(async ({ print: isQuiet }: { print?: true }, command: Command) => {
      const { address } = target(command);
      // Rather says that nothing is there than open an error page.
      await getHealth(serviceOf(command));
      const opener = isQuiet === true ? null : desktopOpener(process.platform, process.env);
      print(command, { address, opened: opener !== null }, () => [address]);
      if (opener !== null) start(opener, address);
    });
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The program that opens an address in the person's browser; null without a desktop, such as over SSH. */
function desktopOpener(platform: NodeJS.Platform, { DISPLAY, WAYLAND_DISPLAY }: Environment) {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return DISPLAY || WAYLAND_DISPLAY ? ["xdg-open"] : null;
}

function start([program = "", ...words]: readonly string[], address: string): void {
  const child = spawn(program, [...words, address], { detached: true, stdio: "ignore" });
  // The address is printed; a machine without the program needs no more.
  child.on("error", () => undefined);
  child.unref();
}

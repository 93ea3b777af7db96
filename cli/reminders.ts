/** The command that lists reminders. */
import type { Command } from "commander";
import { listReminders, type Reminder } from "../client";
import { serviceOf } from "./connection";
import { number } from "./input";
import { paint, print, shortened, timeText } from "./output";

export function addReminders(program: Command): void {
  program
    .command("reminders")
    .description("list what the agent will bring up again, the next first")
    .option("-n, --limit <number>", "reminders", number, 20)
    .action(async (query: { limit: number }, command: Command) => {
      const page = await listReminders(serviceOf(command), query);
      print(command, page, ({ reminders }) =>
        reminders.length === 0 ? [paint("dim", "none; set one with talk --remind-at")] : reminders.map(line),
      );
    });
}

function line({ _id, remindAt, text, from }: Reminder): string {
  const sender = from === undefined ? "" : `${paint("green", shortened(from))} `;
  return `${timeText(remindAt)} ${sender}${shortened(text)} ${paint("dim", _id)}`;
}

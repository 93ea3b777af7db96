/** The command that erases: shows a plan, asks, carries it out, and gives a receipt. */
import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "commander";
import { erase, getErasure, type Erasure, type Service } from "../client";
import { serviceOf } from "./connection";
import { EXIT_USAGE } from "./exit";
import { CommandError } from "./failure";
import { previewOf, type Selection } from "./forgetPreview";
import { consent, moment } from "./input";
import { isJson, paint, print, withProgress } from "./output";

interface Options extends Omit<Selection, "ids"> {
  readonly derived?: true;
  readonly yes?: true;
}

export function addForget(program: Command): void {
  program
    .command("forget")
    .description("erase for good: shows a plan, asks, and gives a receipt")
    .argument("[ids...]", "what to erase, by its ids as recall and lists show them")
    .option("--text <words>", "what holds these words")
    .option("--from <sender>", "notes and reminders of this sender")
    .option("--entity <name>", "memories in which this name was found")
    .option("--since <time>", "only later: a date, or milliseconds since 1970", moment)
    .option("--until <time>", "only earlier", moment)
    .option("--scope <name>", "only what belongs to this scope")
    .option("--derived", "also what was derived from it")
    .option("--yes", "do not ask")
    .action(forget);
}

async function forget(ids: string[], { yes, ...filter }: Options, command: Command): Promise<void> {
  const service = serviceOf(command);
  const named = ids.length === 0 ? {} : { ids };
  if (Object.keys({ ...named, ...filter }).every((name) => name === "derived"))
    throw new CommandError("nothing is named: give ids, or one of --text, --from, --entity …", EXIT_USAGE);
  const plan = await withProgress(
    "planning",
    settled(service, await erase(service, { ...named, ...filter })),
  );
  const texts = isJson(command) ? [] : await previewOf(service, { ...named, ...filter });
  const more = plan.total - texts.length;
  if (!isJson(command) || yes !== true)
    print(command, plan, () => [
      `${paint("bold", "would erase")} ${told(plan.total, plan.counts)}`,
      ...texts,
      ...(texts.length === 0 || more <= 0 ? [] : [paint("dim", `  and ${more} more`)]),
      ...derivedOf(plan),
    ]);
  if (plan.total === 0) return;
  if (yes !== true && !(await consent("Erase it for good?")))
    throw new CommandError("nothing was erased; --yes erases without asking", EXIT_USAGE);
  const { planId } = plan;
  const done = await withProgress("erasing", settled(service, await erase(service, { planId })));
  print(command, done, receiptOf);
}

/** The plan once it is made, or the receipt once it is whole. */
async function settled(service: Service, first: Erasure): Promise<Erasure> {
  let latest = first;
  while (latest.status === "planning" || latest.status === "erasing") {
    await delay(1_000);
    latest = await getErasure(service, first.planId);
  }
  return latest;
}

function derivedOf({ derivedCounts, withDerived }: Erasure): string[] {
  const many = Object.values(derivedCounts).reduce((sum, count) => sum + count, 0);
  if (many === 0) return [];
  return [
    `${withDerived ? "of that derived:" : "rests on it and stays (--derived):"} ${told(many, derivedCounts)}`,
  ];
}

function receiptOf({ planId, receipt }: Erasure): string[] {
  if (receipt === undefined) return [];
  const { erased, gone, changed, probes, storage } = receipt;
  const many = Object.values(erased).reduce((sum, count) => sum + count, 0);
  const found = probes.filter(({ foundIn }) => foundIn.length > 0);
  return [
    `erased ${told(many, erased)} ${paint("dim", planId)}`,
    ...(gone === 0 ? [] : [`${gone} were gone already`]),
    ...(changed === 0 ? [] : [`${changed} have changed since the plan and stay: plan again`]),
    ...(probes.length === 0
      ? []
      : [`${probes.length - found.length} of ${probes.length} excerpts are found nowhere`]),
    ...found.map(
      ({ number, kind, foundIn }) => `excerpt ${number}, of a ${kind}, is still in: ${foundIn.join(", ")}`,
    ),
    paint("dim", storage.step),
  ];
}

/** "3 rows: 2 memory, 1 note". */
function told(many: number, counts: Readonly<Record<string, number>>): string {
  const kinds = Object.entries(counts).filter(([, count]) => count > 0);
  const each = kinds.map(([kind, count]) => `${count} ${kind}`).join(", ");
  return `${many} ${many === 1 ? "row" : "rows"}${each === "" ? "" : `: ${each}`}`;
}

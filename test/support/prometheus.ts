/** A strict parser of Prometheus's text format. It throws where `promtool check metrics` complains. */
import { expect } from "vitest";

const LABEL = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"`;
const SAMPLE = new RegExp(
  String.raw`^([a-zA-Z_:][\w:]*)(\{(?:${LABEL})(?:,${LABEL})*\})? (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$`,
);

/** The samples by name and labels. Throws where a line, a family or its order is wrong. */
export function parsedMetrics(text: string): Map<string, number> {
  expect(text.endsWith("\n")).toBe(true);
  const samples = new Map<string, number>();
  const families = new Set<string>();
  const lines = text.slice(0, -1).split("\n");
  let family: { name: string; type: string } | null = null;
  for (const [i, line] of lines.entries()) {
    const help = /^# HELP (\S+) (?:[^\\]|\\[\\n])+$/.exec(line)?.[1];
    if (help !== undefined) {
      expect(families.has(help)).toBe(false);
      families.add(help);
      const type = new RegExp(`^# TYPE ${help} (counter|gauge)$`).exec(lines[i + 1] ?? "")?.[1];
      if (type === undefined) throw new Error(`no type after ${line}`);
      family = { name: help, type };
      expect(help.endsWith("_total")).toBe(type === "counter");
      continue;
    }
    if (line.startsWith("# TYPE ")) continue;
    const [, name, labels = "", value] = SAMPLE.exec(line) ?? [];
    if (name === undefined || name !== family?.name) throw new Error(`not a sample of its family: ${line}`);
    expect(samples.has(name + labels)).toBe(false);
    samples.set(name + labels, Number(value));
  }
  return samples;
}

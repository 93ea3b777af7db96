/** `npm run fuzz -- --seed N --requests N`: the fuzzer by hand, against a service of its own. */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { fuzz } from "../test/fuzz/run";
import { RunningService } from "../test/support/running-service";

const { values } = parseArgs({ options: { seed: { type: "string" }, requests: { type: "string" } } });
const seed = wholeNumber("--seed", values.seed) ?? randomInt(2 ** 31);
const requests = wholeNumber("--requests", values.requests) ?? 10_000;

console.log(`seed ${seed}, ${requests} requests`);
const service = await RunningService.start();
try {
  const startedAt = performance.now();
  const { findings, counts } = await fuzz(service, { seed, requests });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  for (const [name, count] of [...counts].sort()) console.log(`${String(count).padStart(7)}  ${name}`);
  for (const { at, request, answer, faults } of findings) {
    console.log(`\nrequest ${at}: ${faults.join("; ")}\n  ${request}\n  ${answer}`);
  }
  console.log(
    `\n${findings.length} findings in ${seconds} s. The same again: --seed ${seed} --requests ${requests}`,
  );
  if (findings.length > 0) process.exitCode = 1;
} finally {
  await service.dispose();
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text !== undefined && !/^\d{1,9}$/.test(text)) {
    console.error(`${name} must be a whole number. usage: npm run fuzz -- --seed N --requests N`);
    process.exit(2);
  }
  return text === undefined ? undefined : Number(text);
}

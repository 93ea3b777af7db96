/** `npm run fuzz -- --seed N --requests N`: runs the fuzzer against a new service. */
import { randomInt } from "node:crypto";
import { fuzz } from "../test/fuzz/run";
import { RunningService } from "../test/support/running-service";
import { toolOptions, wholeOption } from "./tool";

const USAGE = "npm run fuzz -- [--seed N] [--requests N]";
const values = toolOptions(USAGE, {
  seed: { type: "string", default: String(randomInt(2 ** 28)) },
  requests: { type: "string", default: "10000" },
});
const seed = wholeOption(USAGE, "seed", values.seed, 0);
const requests = wholeOption(USAGE, "requests", values.requests);

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
    `\n${findings.length} findings in ${seconds} s. To repeat: --seed ${seed} --requests ${requests}`,
  );
  if (findings.length > 0) process.exitCode = 1;
} finally {
  await service.dispose();
}

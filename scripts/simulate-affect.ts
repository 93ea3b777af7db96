/** Simulates the affect model and prints its statistics: `npm run simulate [seed]`. */
import { seeded } from "../test/support/random";
import { simulateLife } from "./simulation";
import { MOODS } from "../mind/enums";

const HOURS = 2000;
const seed = Number(process.argv[2] ?? 1);
if (!Number.isInteger(seed)) {
  console.error("usage: npm run simulate [seed], a whole number");
  process.exit(2);
}
const lives = [0, 100, 400, 1600].map((events) => ({
  events,
  life: simulateLife(HOURS, events, seeded(seed)),
}));
const row = (name: string, cells: readonly string[]) =>
  console.log(name.padEnd(20) + cells.map((cell) => cell.padStart(12)).join(""));
row(
  `events in ${HOURS} h`,
  lives.map(({ events }) => String(events)),
);
row(
  "label changes a day",
  lives.map(({ life }) => life.changesPerDay.toFixed(2)),
);
for (const mood of MOODS) {
  row(
    mood,
    lives.map(({ life }) => `${(100 * life.shares[mood]).toFixed(2)} %`),
  );
}
row(
  "lowest health",
  lives.map(({ life }) => life.lowestHealth.toFixed(1)),
);
row(
  "highest volatility",
  lives.map(({ life }) => life.highestVolatility.toFixed(2)),
);

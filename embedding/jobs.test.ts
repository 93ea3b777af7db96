import { expect, test } from "vitest";
import { Cancelled, Jobs } from "./jobs";

/** Runs jobs that pause after each text, and notes what is embedded in which order. */
function running() {
  const order: string[] = [];
  const gates: (() => void)[] = [];
  const jobs = new Jobs(async ({ texts }, between) => {
    try {
      for (const text of texts) {
        await between();
        order.push(text);
        await new Promise<void>((open) => gates.push(open));
      }
    } catch (thrown) {
      if (!(thrown instanceof Cancelled)) throw thrown;
      order.push("cancelled");
    }
  });
  const step = async (): Promise<void> => {
    gates.shift()?.();
    // What follows an open gate is a few microtasks.
    await new Promise((done) => setImmediate(done));
  };
  return { jobs, order, step };
}

test("a single text goes before a waiting batch, and between the parts of one", async () => {
  const { jobs, order, step } = running();
  jobs.add({ id: 1, texts: ["a1", "a2", "a3"] });
  jobs.add({ id: 2, texts: ["b1", "b2"] });
  jobs.add({ id: 3, texts: ["question"] });
  await step();
  jobs.add({ id: 4, texts: ["another"] });
  for (let i = 0; i < 8; i += 1) await step();
  expect(order).toEqual(["a1", "question", "another", "a2", "a3", "b1", "b2"]);
});

test("a cancelled job is not begun, and ends between its parts", async () => {
  const { jobs, order, step } = running();
  jobs.add({ id: 1, texts: ["a1", "a2"] });
  jobs.add({ id: 2, texts: ["b1", "b2"] });
  await step();
  jobs.cancel(1);
  jobs.cancel(2);
  jobs.add({ id: 3, texts: ["c1", "c2"] });
  for (let i = 0; i < 4; i += 1) await step();
  expect(order).toEqual(["a1", "cancelled", "c1", "c2"]);
});

/** `test.prop` of @fast-check/vitest over fast-check itself, for the packages' tests that are written with it. */
import fc from "fast-check";
import { test as vitestTest } from "vitest";

type Arbitraries<T> = { readonly [K in keyof T]: fc.Arbitrary<T[K]> };

/** Each run has a database of its own, which takes its time; the packages run more of them in their own houses. */
const NUM_RUNS = 20;

/** A test of a property: its body runs for many values of the arbitraries. */
export const test = Object.assign(vitestTest.extend({}), {
  prop:
    <T extends object>(arbitraries: Arbitraries<T>, parameters?: fc.Parameters<[T]>) =>
    (name: string, body: (values: T) => Promise<unknown>, timeoutMs?: number): void => {
      const property = fc.asyncProperty(fc.record<T>(arbitraries), async (values) => {
        await body(values);
      });
      vitestTest(name, () => fc.assert(property, { ...parameters, numRuns: NUM_RUNS }), timeoutMs);
    },
});

export { fc };

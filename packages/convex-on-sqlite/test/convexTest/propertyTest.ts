/** `test.prop` of @fast-check/vitest on top of fast-check, for tests in installed packages. */
import fc from "fast-check";
import { test as vitestTest } from "vitest";

type Arbitraries<T> = { readonly [K in keyof T]: fc.Arbitrary<T[K]> };

/** Each run creates a database, so there are fewer runs than in the packages' own test suites. */
const NUM_RUNS = 8;

/** A property test: runs its body for many values of the arbitraries. */
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

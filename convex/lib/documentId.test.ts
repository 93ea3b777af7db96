import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isDocumentId } from "./documentId";
import { quote } from "./redact";

/** A real id of Convex. */
const ID = "j976h0p28vs6rykpsdxrq5x8zt1j7n2d";

test("recognises an id by its checksum, and quote shows it", () => {
  expect(isDocumentId(ID)).toBe(true);
  expect(quote(ID)).toBe(`"${ID}"`);
});

test("rejects an id with one letter changed, and quote hides it", () => {
  const letter = fc.constantFrom(..."0123456789abcdefghjkmnpqrstvwxyz");
  fc.assert(
    fc.property(fc.nat(ID.length - 1), letter, (at, other) => {
      fc.pre(ID[at] !== other);
      const changed = ID.slice(0, at) + other + ID.slice(at + 1);
      expect(isDocumentId(changed)).toBe(false);
      expect(quote(changed)).toBe('"[hidden]"');
    }),
  );
});

test.each([
  "",
  ID.toUpperCase(),
  `${ID} `,
  ID.slice(1),
  `${ID}0`,
  "0".repeat(30),
  "z".repeat(37),
  "il".repeat(16),
])("%j is no id", (text) => expect(isDocumentId(text)).toBe(false));

test("hardly ever takes a hexadecimal token for an id", () => {
  const digits = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 32, maxLength: 32 });
  const taken = fc.sample(digits, 10_000).filter(isDocumentId);
  expect(taken.length).toBeLessThan(10);
});

/** The beginning of a JSON text, wherever it is cut. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { codePoint } from "../../test/support/codePoint";
import "../../test/support/properties";
import { jsonPrefix } from "./jsonPrefix";

/** Whether `part` is what may have come of `whole`: beginnings of strings and lists, fewer properties. */
function begins(part: unknown, whole: unknown): boolean {
  if (typeof part === "string") return typeof whole === "string" && whole.startsWith(part);
  if (typeof part !== "object" || part === null) return Object.is(part, whole);
  if (typeof whole !== "object" || whole === null || Array.isArray(part) !== Array.isArray(whole))
    return false;
  return Object.entries(part).every(
    ([key, value]) => Object.hasOwn(whole, key) && begins(value, Reflect.get(whole, key)),
  );
}

const escaped = (json: string): string =>
  json.replace(/[^ -~\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

test("any beginning of any object gives a beginning of it, which grows to the whole", () => {
  const text = fc.string({ unit: codePoint });
  const plain = fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null));
  const values = fc.oneof(plain, fc.array(plain), fc.dictionary(text, plain));
  const objects = fc.dictionary(fc.string({ maxLength: 4 }), values, { maxKeys: 3 });
  fc.assert(
    fc.property(objects, fc.boolean(), fc.constantFrom(0, 2), (object, escapes, indent) => {
      const written = JSON.stringify(object, null, indent);
      const json = escapes ? escaped(written) : written;
      const whole: unknown = JSON.parse(json);
      let last: unknown = {};
      for (let end = 1; end <= json.length; end += 1) {
        const read = jsonPrefix(json.slice(0, end));
        expect(read).not.toBeNull();
        expect(begins(read?.value, whole)).toBe(true);
        expect(begins(last, read?.value)).toBe(true);
        last = read?.value;
      }
      expect(jsonPrefix(`${json}\n\`\`\` and more`)).toEqual({ value: whole, open: null });
    }),
    { numRuns: 30 },
  );
});

test("an open string has no half of an escape or of a character", () => {
  const json = String.raw`{"text":"a\\u\ud83d\ude00é\"`;
  const read = Array.from(json, (_, i) => jsonPrefix(json.slice(0, i + 1))?.open ?? null);
  const grown = ["", "a", "a\\", "a\\u", "a\\u😀", "a\\u😀é", 'a\\u😀é"'];
  expect([...new Set(read)]).toEqual([null, ...grown]);
  expect(jsonPrefix('{"text":"😀'.slice(0, -1))?.open).toBe("");
});

test.each([
  ["prose before it", 'Here you are: {"a":"b'],
  ["reasoning before it", '<think>{"a":"draft"}</think>{"a":"b'],
  ["a list", '["a"'],
  ["nothing yet", "  \n"],
  ["no JSON", '{"a" "b":"c'],
])("reads nothing of %s", (_, text) => {
  expect(jsonPrefix(text)).toBeNull();
});

test("reads an object in a code fence", () => {
  expect(jsonPrefix('\uFEFF```json\n{"a": "b')).toEqual({ value: { a: "b" }, open: "b" });
});

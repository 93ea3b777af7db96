/** Ids are compatible with Convex, and have one valid spelling. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeId, newId, tableNumberOf } from "./ids";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const SAMPLE = "j976h0p28vs6rykpsdxrq5x8zt1j7n2d";
const internal = fc.uint8Array({ minLength: 16, maxLength: 16 });
const tableNumber = fc.integer({ min: 1, max: 0xffff_ffff });

/** Encodes bytes as letters. */
function lettersOf(bytes: readonly number[]): string {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET.charAt(parseInt(five.padEnd(5, "0"), 2)))
    .join("");
}

/** Decodes letters to bytes. */
function bytesOf(letters: string): number[] {
  const bits = [...letters].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return (bits.match(/.{8}/g) ?? []).map((eight) => parseInt(eight, 2));
}

/** An id whose table number has this encoding, with a valid checksum. */
function spelling(number: readonly number[]): string {
  const body = [...number, ...new Array<number>(16).fill(1)];
  let [low, high] = [0, 0];
  for (const byte of body) {
    low = (low + byte) & 0xff;
    high = (high + low) & 0xff;
  }
  return lettersOf([...body, low, high]);
}

describe("ids", () => {
  it("decodes and re-encodes an id of Convex", () => {
    expect(tableNumberOf(SAMPLE)).toBe(10002);
    expect(encodeId(10002, new Uint8Array(bytesOf(SAMPLE).slice(-18, -2)))).toBe(SAMPLE);
  });

  it("decode as encoded, for every table number", () => {
    fc.assert(
      fc.property(tableNumber, internal, (number, bytes) => {
        const id = encodeId(number, bytes);
        expect(tableNumberOf(id)).toBe(number);
        expect(bytesOf(id).slice(-18, -2)).toEqual([...bytes]);
      }),
    );
  });

  it("have 32 letters in user tables and 31 in the first system tables", () => {
    expect(newId(10001)).toMatch(/^[0-9a-hjkmnp-tv-z]{32}$/);
    expect(newId(5)).toHaveLength(31);
  });

  it("are unique", () => {
    expect(newId(10001)).not.toBe(newId(10001));
  });

  it("are rejected when any letter is changed, unless the checksum can't detect it", () => {
    const alphabet = fc.constantFrom(...ALPHABET);
    fc.assert(
      fc.property(tableNumber, internal, fc.nat(), alphabet, (number, bytes, at, letter) => {
        const id = encodeId(number, bytes);
        const place = at % id.length;
        const changed = id.slice(0, place) + letter + id.slice(place + 1);
        const read = tableNumberOf(changed);
        // Each id has one spelling, so two texts never refer to one document.
        if (read !== null)
          expect(encodeId(read, new Uint8Array(bytesOf(changed).slice(-18, -2)))).toBe(changed);
        if (changed !== id && place > 4) expect(read).toBeNull();
      }),
    );
  });

  it.each([
    ["an empty text", ""],
    ["one letter less", SAMPLE.slice(0, -1)],
    ["one letter more", SAMPLE + "0"],
    ["capitals", SAMPLE.toUpperCase()],
    ["a letter outside the alphabet", "i" + SAMPLE.slice(1)],
    ["something long", "0".repeat(100_000)],
    ["a uuid", "3b92e2fd-be40-4e12-8572-989178c97ec7"],
  ])("can't be %s", (_what, text) => {
    expect(tableNumberOf(text)).toBeNull();
  });

  it.each([
    ["with a number that ends before its last byte", [0x05, 0x05]],
    ["with a non-minimal number", [0x85, 0x00]],
    ["with a number that does not end", [0x85, 0x85]],
    ["with a number that has too many bytes", [0x80, 0x80, 0x80, 0x80, 0x80, 0x10]],
    ["without a number", []],
  ])("can't be texts %s", (_what, number) => {
    expect(tableNumberOf(spelling([0x91, 0x4e]))).toBe(10_001);
    expect(tableNumberOf(spelling(number))).toBeNull();
  });
});

/** The digests of functions equal Node's, whatever is hashed and however. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { functionCrypto } from "./functionCrypto";

test("digests equal Node's, of any part of any buffer", async () => {
  const algorithm = fc.constantFrom("SHA-1", "sha-256", { name: "SHA-384" }, "SHA-512");
  await fc.assert(
    fc.asyncProperty(algorithm, fc.uint8Array({ maxLength: 100 }), fc.nat(50), async (name, bytes, from) => {
      const part = bytes.subarray(from);
      expect(await functionCrypto.subtle.digest(name, part)).toEqual(await crypto.subtle.digest(name, part));
      expect(await functionCrypto.subtle.digest(name, bytes.buffer)).toEqual(
        await crypto.subtle.digest(name, bytes.buffer),
      );
    }),
  );
});

test("a long text and an unknown algorithm are left to Node", async () => {
  const long = new Uint8Array(100_000).fill(7);
  expect(await functionCrypto.subtle.digest("SHA-256", long)).toEqual(
    await crypto.subtle.digest("SHA-256", long),
  );
  await expect(functionCrypto.subtle.digest("MD5", long)).rejects.toThrow(/algorithm/i);
});

test("everything else is Node's", async () => {
  expect(functionCrypto.randomUUID()).toMatch(/^[\da-f-]{36}$/);
  expect(functionCrypto.getRandomValues(new Uint8Array(4))).toHaveLength(4);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await functionCrypto.subtle.importKey("raw", new Uint8Array(8), algorithm, false, ["sign"]);
  expect((await functionCrypto.subtle.sign("HMAC", key, new Uint8Array(1))).byteLength).toBe(32);
});

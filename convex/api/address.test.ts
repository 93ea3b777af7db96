import { expect, test } from "vitest";
import { countedAddress, forwardedAddress } from "./address";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["203.0.113.9, 192.0.2.1", "192.0.2.1"],
  ["203.0.113.9,192.0.2.1:51234 ", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:DB8::1", "2001:db8:0:0::/64"],
  ["2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8:0:0::/64"],
  ["[2001:db8::1]", "2001:db8:0:0::/64"],
  ["[2001:db8::1]:443", "2001:db8:0:0::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
])("the proxy's own entry of %j is %s", (header, expected) =>
  expect(forwardedAddress(header)).toBe(expected),
);

test.each([
  null,
  "",
  " ",
  "192.0.2.1,",
  "x".repeat(65),
  "192.0.2.1, a b",
  "unknown",
  "300.1.1.1",
  "1.2.3.4.",
  "1::2::3",
])("%j has none", (header) => expect(forwardedAddress(header)).toBeNull());

test.each([
  [null, "unknown"],
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
])("who comes from %j without a proxy is counted by %s, whatever it forwards", (peer, expected) => {
  expect(countedAddress(peer, "203.0.113.9", { trustProxy: false })).toBe(expected);
});

test("behind a trusted proxy it is whom the proxy names, and the proxy where it names nobody", () => {
  expect(countedAddress("192.0.2.7", "203.0.113.9", { trustProxy: true })).toBe("203.0.113.9");
  expect(countedAddress("192.0.2.7", null, { trustProxy: true })).toBe("192.0.2.7");
});

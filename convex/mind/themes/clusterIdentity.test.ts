import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { continuedGroups } from "./clusterIdentity";

const group = (id: string, members: string) => ({ id, members: new Set(members) });

describe("continuedGroups", () => {
  test("keeps the theme that grew, and calls the newcomer new", () => {
    const continued = continuedGroups([group("K", "abcd")], [group("x", "abcdef"), group("y", "pqr")]);
    expect([...continued]).toEqual([["x", "K"]]);
  });

  test("gives a split theme's name to the larger part only", () => {
    expect([...continuedGroups([group("K", "abcdefg")], [group("x", "abcde"), group("y", "fgh")])]).toEqual([
      ["x", "K"],
    ]);
  });

  test("calls a group new that shares too little", () => {
    expect(continuedGroups([group("K", "abcdefgh")], [group("x", "hijklmn")]).size).toBe(0);
  });

  test("recognises unchanged themes, whatever they are now called", () => {
    const partition = fc.uniqueArray(fc.nat(40), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(partition, (members) => {
        const split = (name: string) =>
          [0, 1, 2]
            .map((k) => ({
              id: `${name}${k}`,
              members: new Set(members.filter((m) => m % 3 === k).map(String)),
            }))
            .filter((one) => one.members.size > 0);
        const continued = continuedGroups(split("known"), split("found"));
        for (const { id } of split("found")) expect(continued.get(id)).toBe(id.replace("found", "known"));
      }),
    );
  });
});

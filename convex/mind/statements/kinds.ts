/**
 * What is of a kind, where people deny the kind and tell of the thing: who has no pets has no dog, who drinks no alcohol drinks
 * no beer, and vegans eat no cheese. Common knowledge, chosen by hand.
 */
import { tableStem } from "../language/tableWords";

const KINDS: Readonly<Record<string, string>> = {
  pet: "dog cat hamster rabbit parrot goldfish guinea-pig puppy kitten budgie tortoise canary",
  sibling: "brother sister twin half-brother half-sister",
  child: "son daughter kid baby toddler",
  kid: "son daughter child baby toddler",
  alcohol:
    "beer wine whisky whiskey vodka gin rum champagne cider prosecco tequila brandy cognac schnapps ale lager cocktail sake mead",
  meat: "chicken beef pork ham bacon steak lamb turkey sausage veal burger salami mutton venison duck goose kebab meatball",
  dairy: "cheese milk yogurt yoghurt butter cream",
  fruit: "apple pear banana orange grape cherry plum peach mango melon strawberry raspberry pineapple kiwi",
  vegetable: "carrot broccoli spinach cabbage tomato cucumber onion lettuce courgette zucchini cauliflower",
  seafood: "fish shrimp prawn crab lobster oyster mussel squid tuna salmon",
  fish: "salmon tuna cod trout herring mackerel sardine sushi",
  caffeine: "coffee espresso cappuccino latte",
};
/** Kinds of beings that somebody has, and what is of them. */
export const OWNED_KINDS: ReadonlySet<string> = new Set(
  ["pet", "sibling", "child", "kid"].flatMap((kind) => [
    tableStem(kind),
    ...(KINDS[kind] ?? "").split(" ").map(tableStem),
  ]),
);
/** What those who keep to a diet don't eat, by kinds. */
const DIETS: Readonly<Record<string, string>> = {
  vegan: "meat dairy fish seafood egg honey",
  vegetarian: "meat fish seafood",
};
const MEMBERS = new Map(
  Object.entries(KINDS).map(([kind, members]) => [
    tableStem(kind),
    new Set(members.split(" ").map(tableStem)),
  ]),
);
const FORBIDDEN = new Map(
  Object.entries(DIETS).map(([diet, kinds]) => [
    tableStem(diet),
    new Set(kinds.split(" ").flatMap((kind) => [tableStem(kind), ...(MEMBERS.get(tableStem(kind)) ?? [])])),
  ]),
);
/** What is none of the kind that its name says: "oat milk". */
const SUBSTITUTES = new Set(
  "vegan vegetarian veggie plant soy soya oat almond tofu seitan substitute fake mock plant-based"
    .split(" ")
    .map(tableStem),
);

/** `stems`, with the kind in place of what is of a kind that `other` names. */
export function asKinds(stems: readonly string[], other: readonly string[]): string[] {
  const kinds = other.filter((stem) => MEMBERS.has(stem) && !stems.includes(stem));
  return stems.map((stem) => kinds.find((kind) => MEMBERS.get(kind)?.has(stem) === true) ?? stem);
}

/**
 * The kinds and diets that go with what is among `stems`, and what goes with the kinds and diets among them: no word of "I
 * have no pets" stands in "I have a dog".
 */
export function kindredOf(stems: Iterable<string>): string[] {
  const own = new Set(stems);
  const kinds = [...MEMBERS, ...FORBIDDEN];
  const of = kinds.filter(([, members]) => [...members].some((stem) => own.has(stem))).map(([kind]) => kind);
  const members = kinds.flatMap(([kind, each]) => (own.has(kind) ? [...each] : []));
  return [...new Set([...of, ...members])].filter((stem) => !own.has(stem));
}

/** Whether `eaten` (stems) holds what nobody eats who keeps to the diet `diet` (a stem): cheese, but no oat milk. */
export function isForbidden(diet: string, eaten: readonly string[]): boolean {
  const forbidden = FORBIDDEN.get(diet);
  return (
    forbidden !== undefined &&
    eaten.some((stem) => forbidden.has(stem)) &&
    !eaten.some((stem) => SUBSTITUTES.has(stem))
  );
}

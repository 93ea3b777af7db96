import { expect, test } from "vitest";
import { sentimentOf } from "./sentiment";

test.each([
  "My sister had a baby yesterday!",
  "She gave birth to twins.",
  "Her grandson was born this morning.",
  "We got engaged last night.",
  "They are expecting a baby.",
  "We bought our first house.",
  "I got into medical school.",
  "We adopted a puppy.",
  "The tumour is gone.",
  "He came home from hospital.",
  "My brother is out of the coma.",
  "I have been clean for six months and one year sober.",
  "I can walk again.",
  "The biopsy came back negative.",
  "She tested negative for the flu.",
  "The lump is benign.",
  "Her cancer is in remission.",
  "The antibiotics are working.",
  "I couldn't be happier with the flat.",
  "It could not have gone better.",
  "The letter lifted my spirits.",
  "They found our lost cat.",
])("is felt as good: %s", (text) => {
  expect(sentimentOf(text).label).toBe("positive");
});

test.each([
  "My wife left me.",
  "Dad tested positive for covid.",
  "The HIV test was positive.",
  "The tumour is malignant.",
  "It couldn't have gone worse.",
  "My best friend died.",
  "My husband walked out on us.",
  "I was diagnosed with diabetes.",
  "Dad had a stroke.",
  "He is in a coma.",
  "My grandfather passed away.",
  "Our dog was run over.",
  "I got a speeding ticket.",
  "I have not slept for two nights.",
  "The cellar is under water.",
  "The bakery went out of business.",
  "I sprained my ankle.",
  "He was sentenced to ten years.",
  "I can't pay the rent.",
])("is felt as bad: %s", (text) => {
  expect(sentimentOf(text).label).toBe("negative");
});

test.each([
  "She was born in Lima in 1984.",
  "My wife left me a note.",
  "He left for Rome.",
  "The baby is asleep.",
  "He is out of the office until Monday.",
  "The ticket office opens at nine.",
  "The company has two offices.",
  "The stroke of twelve.",
])("is felt as neither: %s", (text) => {
  expect(sentimentOf(text).label).toBe("neutral");
});

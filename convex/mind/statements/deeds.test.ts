import { expect, test } from "vitest";
import { expectProportional } from "../../test.growth";
import { endsState, tellsOfDeedTo } from "./deeds";

test.each([
  ["The gutter behind the shed is broken.", "I mended the gutter behind the shed."],
  ["The tap drips.", "The tap was replaced on Friday."],
  ["The van is at the workshop.", "Ada picked the van up from the workshop."],
  ["The ladder is behind the barn.", "I took the ladder from behind the barn and put it in the hall."],
  ["My wisdom tooth aches.", "Today they pulled my wisdom tooth."],
  ["Bruno lives in room 14.", "Bruno moved out of room 14."],
  ["Bruno owes me 30.", "Bruno paid me back."],
  ["i owe Petra 12", "paid Petra back"],
  ["I will never hire Bolt & Sons again.", "I hired Bolt & Sons again."],
  ["The queue runs on rabbit 3.", "We upgraded the queue to rabbit 4."],
  ["The passport is missing.", "I found the passport."],
  ["The phone contract must be cancelled before 1 March!", "I cancelled the phone contract today."],
  ["Don't forget to renew the library card.", "I renewed the library card."],
  ["The picnic is on Sunday.", "The picnic was called off."],
  ["The sofa is in the cellar.", "Bo carried the sofa up this morning."],
  ["The printer is broken.", "Bo repaired the old printer yesterday."],
  ["The fern must be watered.", "The fern was watered."],
])("%s – ended by: %s", (state, deed) => {
  expect(endsState(deed, state)).toBe(true);
  expect(endsState(state, deed)).toBe(false);
});

test.each([
  ["The gutter behind the shed is broken.", "I mended the gutter behind the barn."],
  ["The gutter is broken.", "I have not mended the gutter."],
  ["The gutter is broken.", "The plumber will have the gutter repaired on Monday."],
  ["The gutter is green.", "I mended the gutter."],
  ["Ada is at the office.", "Ada brought the cake."],
  ["Bruno owes me 30.", "Bruno paid me back 10."],
  ["Bruno lives in room 14.", "Ada moved out of room 14."],
  ["The plants must be watered every day.", "I watered the plants."],
  ["The contract must be cancelled.", "I read the contract."],
  ["The contract must be cancelled.", "The contract must be signed."],
  ["The choir is in the old school.", "I picked Bo up from the old school."],
  ["The bakery is next to the station.", "I took a photo of the bakery."],
  ["The bakery is in Elm Street.", "We moved the bakery sign to the window."],
  ["Bo is in hospital.", "I brought Bo flowers."],
  ["Bo is at the office.", "I sent Bo the lease."],
  ["Bo is in the choir.", "I gave Bo a score on Monday."],
  ["The exam is in May.", "I took the exam home."],
  ["I must call the vet.", "The vet called."],
  ["I have to water the ferns.", "Bo watered the ferns last year."],
  ["We are looking for a flat.", "I found my keys in the flat."],
  ["", ""],
])("%s – not ended by: %s", (state, deed) => {
  expect(endsState(deed, state)).toBe(false);
});

test("a part of a debt that is paid is a deed all the same", () => {
  expect(tellsOfDeedTo("Bruno paid me back 10.", ["bruno"])).toBe(true);
  expect(tellsOfDeedTo("Bruno sings.", ["bruno"])).toBe(false);
});

test.each(["picked the van ", "must ", "is at ", "paid "])("costs in proportion to length: %j", (part) => {
  const text = part.repeat(200);
  expectProportional((length) => endsState(text.slice(0, length), text.slice(0, length)), text.length);
});

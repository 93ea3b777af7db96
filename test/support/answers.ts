/** Twenty notes, and what a strong model answers: by calculation, from general knowledge, with humour, in several languages. */
export const ANSWERS: readonly (readonly [note: string, reply: string])[] = [
  ["What is 17 times 23?", "17 times 23 is 391."],
  ["If 12 crates weigh 15 kg each, what do they weigh together?", "180 kg: 12 times 15."],
  ["What is 15 percent of 240?", "36."],
  ["A train leaves at 9:40 and takes 85 minutes. When does it arrive?", "At 11:05."],
  ["How many days has a leap year?", "366, one more than usual."],
  ["What is the capital of Australia?", "Canberra, though Sydney is larger."],
  ["Who wrote Faust?", "Johann Wolfgang von Goethe; Part One came out in 1808."],
  ["At what temperature does water boil at sea level?", "At 100 °C, or 212 °F."],
  [
    "Why is the sky blue?",
    "Air scatters short waves more than long ones; Lord Rayleigh worked it out in 1871.",
  ],
  ["Tell me a joke.", "Why did the gull skip the opera? It preferred the pier review."],
  ["Say something witty about Mondays.", "Mondays are proof that even weeks need a run-up."],
  ["Wie viel ist 144 geteilt durch 12?", "144 geteilt durch 12 ist 12."],
  [
    "Wer hat die Relativitätstheorie aufgestellt?",
    "Albert Einstein, 1905 die spezielle, 1915 die allgemeine.",
  ],
  ["Was reimt sich auf Haus?", "Maus, Laus und, mit etwas Mut, Applaus."],
  ["Wie heißt die Hauptstadt von Portugal?", "Lissabon."],
  ["日本の首都はどこですか？", "東京です。"],
  ["7かける8はいくつですか？", "56です。"],
  ["富士山の高さは？", "3,776メートルです。"],
  ["What does “carpe diem” mean?", "“Seize the day”, from an ode by Horace."],
  ["Thank you, that was kind of you!", "You are welcome. It cost me only electrons."],
];

/** What happens in the small harbour town of Marrowick from Monday 12 to Sunday 18 October. */

export interface WeekEvent {
  readonly day: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** HH:MM */
  readonly at: string;
  readonly type: "news" | "market" | "social" | "custom";
  readonly content: string;
  readonly impact: "low" | "medium" | "high";
  /** A sensible person would want an alert. */
  readonly alert?: true;
}

export const EVENTS: readonly WeekEvent[] = [
  // Monday
  {
    day: 1,
    at: "05:40",
    type: "custom",
    content: "Monday 12 October, harbour office: 9 degrees, wind south-west 3, visibility good, sea slight.",
    impact: "low",
  },
  {
    day: 1,
    at: "06:05",
    type: "social",
    content:
      "The bakery on Quay Street has the first almond croissants of the autumn in the window. Eleven " +
      "left, and the schoolteachers haven't come by yet.",
    impact: "low",
  },
  {
    day: 1,
    at: "06:30",
    type: "market",
    content:
      "Marrowick fish auction, Monday: 2.3 tonnes landed. Cod 6.40 euros a kilo, herring 1.85, plaice 4.10.",
    impact: "low",
  },
  {
    day: 1,
    at: "07:00",
    type: "news",
    content:
      "Autumn timetable of the ferry Aurora: from Marrowick to Lindholm on weekdays at 9:00, on " +
      "Saturdays at 10:30, no sailing on Sundays. Back from Lindholm at 12:30 and 15:00.",
    impact: "medium",
  },
  {
    day: 1,
    at: "07:45",
    type: "news",
    content:
      "Die Grundschule in der Dyke Road hat seit heute, Montag, dem 12. Oktober, eine neue Rektorin: " +
      "Frau Dr. Maren Thießen, zuletzt in Husum. Zur Begrüßung gab es Pflaumenkuchen.",
    impact: "low",
  },
  {
    day: 1,
    at: "08:10",
    type: "news",
    content:
      "Mill Lane is closed to cars for new water pipes until Friday 16 October. Please go round by " +
      "Chapel Street, and slowly, there are ducks.",
    impact: "low",
  },
  {
    day: 1,
    at: "08:30",
    type: "news",
    content:
      "Gas leak at the primary school on Dyke Road. All 140 children are being led to the football " +
      "ground. Parents: please don't drive there, the road must stay free for the fire brigade.",
    impact: "high",
    alert: true,
  },
  {
    day: 1,
    at: "09:25",
    type: "news",
    content:
      "The leak at the school is closed: a cracked joint in the boiler room. Nobody is hurt. Lessons " +
      "go on at ten o'clock.",
    impact: "medium",
  },
  {
    day: 1,
    at: "09:40",
    type: "market",
    content:
      "The harbour pump sells diesel at 1.62 euros a litre this morning, four cents more than last week.",
    impact: "low",
  },
  {
    day: 1,
    at: "10:15",
    type: "social",
    content:
      "The harbourmaster's cat has had five kittens in the sail locker. Four are grey. The fifth is " +
      "the exact ginger of the tom from the customs house, who isn't commenting.",
    impact: "low",
  },
  {
    day: 1,
    at: "10:50",
    type: "news",
    content:
      "Le marché aux poissons se tient désormais place du Phare ; il ouvre à sept heures, du mardi " +
      "au samedi.",
    impact: "low",
  },
  {
    day: 1,
    at: "11:30",
    type: "custom",
    content:
      "CONGRATULATIONS!!! Your BERTH NUMBER has been drawn!!! Claim your FREE 40 hp outboard today, " +
      "you only pay the handling of 49.99!!! Answer within 2 hours!!!",
    impact: "low",
  },
  {
    day: 1,
    at: "12:00",
    type: "news",
    content:
      "The town library now lends life jackets: twelve of them, in three sizes, for up to three " +
      "days, with an ordinary library card.",
    impact: "low",
  },
  {
    day: 1,
    at: "13:10",
    type: "social",
    content:
      "They say the Dry Anchor has been sold to a couple from Hull who mean to put in a gin menu. " +
      "Nobody behind the bar would say yes or no.",
    impact: "low",
  },
  {
    day: 1,
    at: "14:20",
    type: "news",
    content:
      "The harbour museum shows old sea charts until 30 November. Entry 6 euros, children free. " +
      "Closed on Mondays as always.",
    impact: "low",
  },
  {
    day: 1,
    at: "15:05",
    type: "news",
    content: "マロウィックの灯台は1904年に建てられ、高さは31メートル。今年の塗り替え作業は今日終わった。",
    impact: "low",
  },
  {
    day: 1,
    at: "16:00",
    type: "custom",
    content:
      "EXPLOSION AT THE PIER between four and six this afternoon! Don't be alarmed: it is the film " +
      "people, who blow up a plywood boat for their last scene. Cover your ears and bring the dog in.",
    impact: "medium",
  },
  {
    day: 1,
    at: "17:00",
    type: "news",
    content:
      "The autumn regatta starts on Saturday 17 October at 14:00 off the pier head. Twenty-three " +
      "boats have signed up, the smallest of them a bathtub with a mast.",
    impact: "low",
  },
  {
    day: 1,
    at: "17:30",
    type: "social",
    content:
      "Choir: this week we rehearse on Thursday at 19:00 instead of Tuesday, in the chapel. The " +
      "concert stays on Sunday at 17:00. Altos, please learn page nine.",
    impact: "low",
  },
  {
    day: 1,
    at: "18:45",
    type: "news",
    content:
      "The town council meets on Thursday at 19:00 in the town hall. On the paper: the harbour fee, " +
      "the dyke at the mill, and once more the pigeons.",
    impact: "low",
  },
  {
    day: 1,
    at: "21:10",
    type: "custom",
    content: "The clock on the pier is seven minutes slow.",
    impact: "low",
  },

  // Tuesday
  {
    day: 2,
    at: "05:50",
    type: "custom",
    content: "Tuesday 13 October, harbour office: thick fog, visibility 300 metres, no wind, 8 degrees.",
    impact: "low",
  },
  {
    day: 2,
    at: "06:35",
    type: "market",
    content: "Fish auction, Tuesday: 1.9 tonnes. Cod 6.90 euros a kilo, herring 1.70, no plaice at all.",
    impact: "low",
  },
  {
    day: 2,
    at: "07:10",
    type: "news",
    content:
      "Correction to the Aurora's timetable: on weekdays she leaves Marrowick at 9:40, not at 9:00 " +
      "as printed. Saturdays stay at 10:30. The ferry company is sorry and blames the printer; the " +
      "printer blames the ferry company.",
    impact: "medium",
  },
  {
    day: 2,
    at: "07:55",
    type: "social",
    content:
      "To whoever pushed my wallet through the letterbox at 4 Chapel Street: thank you. All forty " +
      "euros were still in it, and the photograph, which was the part that mattered. Wim Tasker.",
    impact: "low",
  },
  {
    day: 2,
    at: "08:20",
    type: "news",
    content:
      "La farmacia del puerto cierra hoy, martes, a las dos de la tarde por inventario; mañana abre " +
      "a las nueve, como siempre.",
    impact: "low",
  },
  {
    day: 2,
    at: "09:30",
    type: "news",
    content:
      "The waterworks found E. coli in a sample from the hill reservoir. Until further notice, " +
      "everyone north of Mill Lane should boil tap water before drinking it or brushing teeth with " +
      "it.",
    impact: "medium",
    alert: true,
  },
  {
    day: 2,
    at: "10:15",
    type: "custom",
    content: "The Aurora has left for Lindholm at 10:15, 35 minutes late because of the fog.",
    impact: "low",
  },
  {
    day: 2,
    at: "10:40",
    type: "social",
    content:
      "BLOOD ON THE PIER today from two till six! The donors' van is back. Bring your identity card; " +
      "there are biscuits, and Sister Agathe's famous stare for anyone who faints.",
    impact: "low",
  },
  {
    day: 2,
    at: "11:20",
    type: "market",
    content:
      "Der Imbiss an der Nordmole verlangt fürs Krabbenbrötchen jetzt 6,50 Euro statt 5,90. Die " +
      "Krabben sind nicht größer geworden.",
    impact: "low",
  },
  {
    day: 2,
    at: "12:05",
    type: "news",
    content:
      "Bus 7 goes every 40 minutes instead of every 20 until Sunday: three drivers are down with the " +
      "same flu, caught at the same birthday.",
    impact: "low",
  },
  {
    day: 2,
    at: "12:50",
    type: "social",
    content:
      "Heard at the bakery: why does the harbourmaster never play cards? Because the gulls always " +
      "see his hand.",
    impact: "low",
  },
  {
    day: 2,
    at: "13:30",
    type: "news",
    content:
      "Balıkçı Yusuf Kaya bu sabah 14 kiloluk bir kalkan yakaladı. Liman rekorundan tam iki kilo fazla.",
    impact: "low",
  },
  {
    day: 2,
    at: "14:15",
    type: "news",
    content:
      "From the Marrowick Mercury, 'The Long Bench'. When the organ tuner Miriam Oakes took the back " +
      "off the chapel organ on 6 October, she expected mice. She found an envelope, brown as tea, " +
      "that had slipped behind the bellows and been breathed upon by every hymn since. It is dated 3 " +
      "March 1911. Elias Trent, ropemaker, writes to his sister Agnes, who had left for Antwerp " +
      "aboard the steamer Corinna with a man their father would not have at table. Elias was no " +
      "scholar. He tells her that the dog is well, that the walk has an order of four hundred " +
      "fathoms for the navy, that it has rained since Candlemas. Only then, at the foot of the page, " +
      "where the ink thins, he says what he sat down to say: he has painted the door green, as she " +
      "always wanted it, and it will stay green so that she can find it in any fog. He never posted " +
      "it. Perhaps he carried it to chapel to think it over and it fell; perhaps he let it fall. " +
      "What we know is this. The house is 9 Rope Walk, and people who are old now remember that its " +
      "door was green until 1958, when it was sold, and that a lady with a foreign hat once stood " +
      "before it for the whole of a wet afternoon and then knocked. Who opened, nobody can say. The " +
      "letter will lie in the harbour museum from Thursday 22 October, beside the charts, in the " +
      "case by the window. Go and read it; it takes a minute, and you may want to sit down " +
      "afterwards. Then, if there is somebody to whom you owe a letter, go home and write it, and " +
      "for the love of heaven put a stamp on it.",
    impact: "low",
  },
  {
    day: 2,
    at: "15:40",
    type: "news",
    content:
      "Missing since 15:00: Leo Brandt, six years old, red raincoat, blue boots, last seen at the " +
      "playground behind the rope works. The tide is rising. Whoever has seen him, please ring 0155 " +
      "2041 at once.",
    impact: "high",
    alert: true,
  },
  {
    day: 2,
    at: "16:35",
    type: "news",
    content:
      "Leo is found! He lay asleep under the tarpaulin of a rowing boat on the slipway, dry and " +
      "hungry. His mother thanks everyone who went out looking, and can't say more just now.",
    impact: "medium",
  },
  {
    day: 2,
    at: "17:20",
    type: "market",
    content: "The harbour fee is to rise from 15 to 18 euros a night on 1 November, if the council agrees.",
    impact: "low",
  },
  {
    day: 2,
    at: "18:00",
    type: "social",
    content:
      "W sobotę o 11:00 w bibliotece pani Zofia Nowak będzie czytać dzieciom polskie bajki. Wstęp " +
      "wolny, misie mile widziane.",
    impact: "low",
  },
  {
    day: 2,
    at: "19:15",
    type: "social",
    content:
      "No, not Hull: the Dry Anchor goes to the brewery, says the cousin of the man who delivers the " +
      "barrels.",
    impact: "low",
  },
  {
    day: 2,
    at: "19:40",
    type: "social",
    content:
      "Lost at the ferry landing: one left glove, green wool, knitted by a person I love. Please " +
      "hang it on the railing.",
    impact: "low",
  },
  {
    day: 2,
    at: "22:30",
    type: "custom",
    content:
      "Lighthouse Road was without power from 22:05 to 22:24. A heron had sat down on the " +
      "transformer. The heron is all right.",
    impact: "low",
  },

  // Wednesday
  {
    day: 3,
    at: "07:00",
    type: "custom",
    content: "Wednesday 14 October, harbour office: grey, 10 degrees, wind 1, sea like a plate.",
    impact: "low",
  },
  {
    day: 3,
    at: "09:10",
    type: "market",
    content: "Fish auction, Wednesday: as yesterday, cod 6.90 euros a kilo, herring 1.70.",
    impact: "low",
  },
  {
    day: 3,
    at: "14:00",
    type: "custom",
    content:
      "The clock on the pier is right again. The clockmaker took out a starling's nest and put the " +
      "hands forward.",
    impact: "low",
  },
  {
    day: 3,
    at: "15:30",
    type: "social",
    content: "A seal has been asleep on the slipway since noon. Eleven people have tiptoed past it.",
    impact: "low",
  },
  { day: 3, at: "19:20", type: "social", content: "Nothing happened.", impact: "low" },

  // Thursday
  {
    day: 4,
    at: "05:45",
    type: "custom",
    content:
      "Thursday 15 October, harbour office: barometer 998 and falling fast, sky red as a cut plum, " +
      "wind still only 2.",
    impact: "low",
  },
  {
    day: 4,
    at: "06:20",
    type: "market",
    content:
      "Fish auction, Thursday: cod 7.30 euros a kilo, herring 1.95. The boats want to be out early " +
      "and back by noon.",
    impact: "low",
  },
  {
    day: 4,
    at: "06:50",
    type: "news",
    content:
      "Storm warning for tonight: from about 20:00 south-west 9, gusts of 11. High water at 23:10, " +
      "expected to stand 1.6 metres above normal. Secure boats, clear cellars, keep away from the " +
      "quays after dark.",
    impact: "high",
    alert: true,
  },
  {
    day: 4,
    at: "07:30",
    type: "news",
    content:
      "The Aurora sails to Lindholm at 9:40 today, but the 15:00 back is cancelled because of the " +
      "storm. The last boat home is the 12:30.",
    impact: "medium",
  },
  {
    day: 4,
    at: "08:15",
    type: "news",
    content:
      "Wegen der Sturmwarnung schließt die Grundschule heute schon um zwölf Uhr. Kinder, die nicht " +
      "abgeholt werden können, bleiben bei Frau Dr. Thießen und einem sehr großen Topf Suppe.",
    impact: "medium",
  },
  {
    day: 4,
    at: "08:50",
    type: "news",
    content:
      "Sandbags can be had at the fire station on Tanner's Row, ten to a household, while they last. " +
      "Bring your own shovel.",
    impact: "medium",
  },
  {
    day: 4,
    at: "09:30",
    type: "market",
    content: "Diesel at the harbour pump: 1.66 euros a litre.",
    impact: "low",
  },
  {
    day: 4,
    at: "10:10",
    type: "news",
    content:
      "Tonight's council meeting is put off to Monday 19 October, 19:00, town hall. The pigeons have " +
      "a reprieve.",
    impact: "low",
  },
  {
    day: 4,
    at: "10:45",
    type: "social",
    content:
      "No choir tonight, dears, with what is coming. We rehearse on Saturday at 15:00 in the chapel " +
      "instead. Take the candles home.",
    impact: "low",
  },
  {
    day: 4,
    at: "11:20",
    type: "social",
    content:
      "La boulangerie ferme à treize heures aujourd'hui ; tout le pain est à moitié prix dès midi. " +
      "Rentrez vite, et rentrez vos pots de fleurs.",
    impact: "low",
  },
  {
    day: 4,
    at: "13:00",
    type: "social",
    content:
      "KILLER WAVE HITS THE DRY ANCHOR TONIGHT! That's what we call it: rum, blue curaçao, a slice " +
      "of lime, 5 euros. Storm party from eight, if the door still shuts.",
    impact: "low",
  },
  {
    day: 4,
    at: "14:10",
    type: "custom",
    content: "The Aurora is back in port at 14:05 with 61 passengers, and lies moored with doubled lines.",
    impact: "low",
  },
  {
    day: 4,
    at: "15:30",
    type: "news",
    content: "The regatta doesn't start on Saturday: it is moved to Sunday 18 October at 11:00.",
    impact: "low",
  },
  {
    day: 4,
    at: "16:45",
    type: "custom",
    content:
      "Wind south-west 7, rain since four. The last of the kayaks have been carried into the boathouse.",
    impact: "low",
  },
  {
    day: 4,
    at: "18:10",
    type: "news",
    content:
      "El paseo marítimo queda cerrado desde las seis y diez de la tarde hasta nuevo aviso. Las olas " +
      "ya pasan por encima de los bancos.",
    impact: "medium",
  },
  {
    day: 4,
    at: "19:30",
    type: "news",
    content:
      "Correction by the flood service: high water tonight comes at 23:50, not at 23:10, and is " +
      "expected to stand 1.9 metres above normal, not 1.6. Quay Street and Rope Walk must reckon " +
      "with water in the houses.",
    impact: "high",
    alert: true,
  },
  {
    day: 4,
    at: "20:40",
    type: "news",
    content:
      "The lower town has had no power since 20:35, 412 homes in all. A mast is down behind the " +
      "mill. Nobody can work on it before the wind drops.",
    impact: "high",
    alert: true,
  },
  {
    day: 4,
    at: "21:25",
    type: "news",
    content:
      "A lime tree has fallen on a car on Dyke Road, by the cemetery. The driver is trapped and " +
      "conscious. The road is blocked; please stay indoors.",
    impact: "high",
    alert: true,
  },
  {
    day: 4,
    at: "21:50",
    type: "social",
    content:
      "A trampoline has just flown over Chapel Street, quite slowly, like a moon, and come down in " +
      "the vicar's pond. Nobody was on it.",
    impact: "low",
  },
  {
    day: 4,
    at: "22:15",
    type: "news",
    content:
      "The cutter Marigold, three people aboard, has sent a distress call four miles off Black " +
      "Skerry: engine dead, taking water. The lifeboat went out at 22:12.",
    impact: "high",
    alert: true,
  },
  {
    day: 4,
    at: "22:55",
    type: "news",
    content:
      "Water is coming over the quay wall at the fish hall. Everyone on the ground floors of Quay " +
      "Street: leave now, on foot, uphill. Beds and tea in the church hall on Hill Road.",
    impact: "high",
    alert: true,
  },
  {
    day: 4,
    at: "23:20",
    type: "news",
    content:
      "Der Deich an der Mühle ist auf acht Metern Länge gebrochen. Die Wiesen laufen voll; die sechs " +
      "Höfe am Mühlenweg werden jetzt geräumt. Hunde losbinden, Licht mitnehmen.",
    impact: "high",
    alert: true,
  },
  {
    day: 4,
    at: "23:45",
    type: "news",
    content:
      "No radio contact with the lifeboat for twenty minutes. A helicopter has been asked for and " +
      "can't start yet.",
    impact: "high",
    alert: true,
  },
  {
    day: 4,
    at: "23:58",
    type: "social",
    content:
      "If anyone is still awake on the hill: I have a stove, six blankets and half a ham. 17 Hill " +
      "Road, the yellow door, just come in.",
    impact: "low",
  },

  // Friday
  {
    day: 5,
    at: "00:20",
    type: "news",
    content:
      "The clinic's emergency generator has failed. Nine patients are being carried to the church " +
      "hall on Hill Road; two need oxygen. Whoever has a van and dry feet, come to the clinic's back " +
      "door.",
    impact: "high",
    alert: true,
  },
  {
    day: 5,
    at: "00:55",
    type: "news",
    content:
      "The lifeboat has answered. She has two of the Marigold's three people aboard. The third, Piet " +
      "Hansen, 44, went overboard before she came up and hasn't been found.",
    impact: "high",
    alert: true,
  },
  {
    day: 5,
    at: "02:10",
    type: "news",
    content:
      "A family of four at 21 Rope Walk has been taken ill by fumes: a charcoal grill was burning in " +
      "the kitchen for warmth. All four are alive. Never burn charcoal or run a generator indoors.",
    impact: "high",
    alert: true,
  },
  {
    day: 5,
    at: "03:30",
    type: "custom",
    content: "Wind down to 7 and going round to the west. The water is falling.",
    impact: "low",
  },
  {
    day: 5,
    at: "05:15",
    type: "news",
    content:
      "Piet Hansen is alive. The helicopter found him holding on to the bell buoy off Black Skerry, " +
      "after six hours. He is at the clinic on Lindholm with a broken arm and asks for his cap.",
    impact: "high",
  },
  {
    day: 5,
    at: "06:10",
    type: "custom",
    content:
      "Friday 16 October, harbour office: wind west 5, 8 degrees, clear in the west. The office is " +
      "damp to the second drawer.",
    impact: "low",
  },
  {
    day: 5,
    at: "06:40",
    type: "market",
    content: "No fish auction today. There is fish in the hall, but it swam in.",
    impact: "low",
  },
  {
    day: 5,
    at: "07:15",
    type: "news",
    content: "The Aurora doesn't sail today. Tomorrow she is expected to leave at 10:30 as on any Saturday.",
    impact: "medium",
  },
  {
    day: 5,
    at: "07:50",
    type: "news",
    content:
      "First count of the night's damage: 37 cellars flooded, twelve roofs open, two boats sunk, the " +
      "dyke at the mill broken. Nobody has died.",
    impact: "high",
  },
  {
    day: 5,
    at: "08:20",
    type: "social",
    content: "İskeledeki büfede bugün çay bedava. Isınmak isteyen herkes gelsin, para konuşmak yok.",
    impact: "low",
  },
  {
    day: 5,
    at: "08:55",
    type: "news",
    content:
      "Correction by the fire brigade: 52 cellars are flooded, not 37. The list left out Rope Walk, " +
      "where nobody could be reached.",
    impact: "medium",
  },
  {
    day: 5,
    at: "09:30",
    type: "news",
    content:
      "Power is back in the lower town, except on Quay Street and Rope Walk, where it is hoped for by 18:00.",
    impact: "medium",
  },
  {
    day: 5,
    at: "10:05",
    type: "news",
    content: "Live cable lying in the water at the corner of Quay Street and Rope Walk. Keep away.",
    impact: "high",
    alert: true,
  },
  {
    day: 5,
    at: "10:40",
    type: "custom",
    content: "The cable at the corner of Quay Street has been cut off and taken away.",
    impact: "low",
  },
  {
    day: 5,
    at: "11:15",
    type: "news",
    content:
      "Der Deich an der Mühle ist notdürftig dicht: 4.000 Sandsäcke, 130 Freiwillige, ein Traktor " +
      "namens Gerda. Die Bewohner vom Mühlenweg dürfen ab 15 Uhr zurück.",
    impact: "medium",
  },
  {
    day: 5,
    at: "12:00",
    type: "social",
    content:
      "To the crew of the lifeboat, to Ruth Adeyemi at the helm above all: there are no words, so " +
      "there is cake. It stands in the boathouse and it's not to be shared with the press.",
    impact: "low",
  },
  {
    day: 5,
    at: "12:45",
    type: "custom",
    content:
      "STORM DAMAGE? We repair ALL roofs TODAY!! Best price in town, cash only, no paper, no " +
      "waiting. Our man is already in your street!",
    impact: "low",
  },
  {
    day: 5,
    at: "13:20",
    type: "news",
    content:
      "The police warn of roofers who go from door to door and want cash in advance. Two households " +
      "have paid 800 and 1,200 euros, and the men were not seen again.",
    impact: "medium",
  },
  {
    day: 5,
    at: "14:00",
    type: "news",
    content:
      "THE LIGHTHOUSE HAS FALLEN, half the town has been telling the other half. It hasn't. It lost " +
      "two panes and a gull, and the lamp will burn tonight.",
    impact: "medium",
  },
  {
    day: 5,
    at: "14:50",
    type: "news",
    content:
      "Le service des eaux étend la consigne : jusqu'à dimanche, toute la ville, et non plus " +
      "seulement le nord, doit faire bouillir l'eau du robinet avant de la boire.",
    impact: "medium",
    alert: true,
  },
  {
    day: 5,
    at: "16:00",
    type: "market",
    content: "Pumps for hire at the boatyard: 35 euros a day, hose included, first come, first dry.",
    impact: "low",
  },
  {
    day: 5,
    at: "17:10",
    type: "news",
    content:
      "Mill Lane doesn't open today after all: the storm filled the trench. New date for the end of " +
      "the works: Friday 23 October.",
    impact: "low",
  },
  {
    day: 5,
    at: "18:30",
    type: "custom",
    content: "Quay Street has had power again since 18:20. Rope Walk has to wait until tomorrow.",
    impact: "low",
  },
  {
    day: 5,
    at: "21:00",
    type: "social",
    content: "嵐の翌日。停電の通りでは、隣同士でろうそくを分け合って夕食をとった。星がとてもよく見えた。",
    impact: "low",
  },

  // Saturday
  {
    day: 6,
    at: "06:30",
    type: "custom",
    content:
      "Saturday 17 October, harbour office: clear, 7 degrees, wind north-west 2. One would think it " +
      "had been somebody else.",
    impact: "low",
  },
  {
    day: 6,
    at: "07:00",
    type: "market",
    content:
      "Fish auction, Saturday: only 0.6 tonnes. Cod 9.20 euros a kilo, herring 2.40, and a queue to " +
      "the church.",
    impact: "medium",
  },
  {
    day: 6,
    at: "08:00",
    type: "news",
    content:
      "New samples are clean south of Mill Lane: no need to boil water there any more. North of Mill " +
      "Lane the order to boil it stays for now.",
    impact: "medium",
  },
  {
    day: 6,
    at: "09:15",
    type: "news",
    content: "Today the Aurora leaves at 11:15 instead of 10:30: driftwood in the fairway.",
    impact: "low",
  },
  {
    day: 6,
    at: "09:50",
    type: "social",
    content:
      "Lena and Tomás marry at noon in the chapel after all. The bride asks for rubber boots, " +
      "because the aisle is still wet and so is the groom's mother.",
    impact: "low",
  },
  {
    day: 6,
    at: "10:30",
    type: "social",
    content: "Zmiana: bajki pani Nowak dziś o 11:30 w ratuszu, nie w bibliotece. W bibliotece jeszcze mokro.",
    impact: "low",
  },
  {
    day: 6,
    at: "12:10",
    type: "news",
    content:
      "The town sets up a relief fund of 250,000 euros. Every household whose home or cellar was " +
      "flooded gets 500 euros. Apply at the town hall by 31 October, with a photograph if you have " +
      "one.",
    impact: "high",
  },
  {
    day: 6,
    at: "13:00",
    type: "news",
    content:
      "A rusty drum marked TOXIC has washed up on East Beach and is leaking. The beach is closed. " +
      "Don't touch it, and keep dogs away.",
    impact: "high",
    alert: true,
  },
  {
    day: 6,
    at: "14:20",
    type: "news",
    content:
      "The drum on East Beach held fish oil from the old cannery; somebody had reused it in 1987. It " +
      "stinks and harms nobody. The beach is open.",
    impact: "low",
  },
  {
    day: 6,
    at: "15:40",
    type: "custom",
    content: "Rope Walk hat seit 15:30 wieder Strom. Damit ist die ganze Stadt wieder am Netz.",
    impact: "low",
  },
  {
    day: 6,
    at: "16:15",
    type: "news",
    content:
      "The sign is up: the Dry Anchor has been bought by its own staff, all seven of them. No gin menu.",
    impact: "low",
  },
  {
    day: 6,
    at: "17:40",
    type: "social",
    content:
      "Massacre at the school hall: Marrowick's chess club has slaughtered Lindholm by six games to " +
      "nil. Afterwards the dead were given soup.",
    impact: "low",
  },
  {
    day: 6,
    at: "19:00",
    type: "news",
    content:
      "A reminder from the town hall: the clocks go back an hour in the night to Sunday 25 October, " +
      "that is next week, not tonight.",
    impact: "low",
  },
  {
    day: 6,
    at: "20:40",
    type: "social",
    content: "For sale: one trampoline, flown once, slightly wet. 30 euros. Ask at the vicarage.",
    impact: "low",
  },
  {
    day: 6,
    at: "22:10",
    type: "social",
    content: "Northern lights over the breakwater, faint and green. Put your shoes on.",
    impact: "low",
  },

  // Sunday
  {
    day: 7,
    at: "07:30",
    type: "custom",
    content: "Sunday 18 October, harbour office: sun, 11 degrees, wind west 4. Regatta weather.",
    impact: "low",
  },
  {
    day: 7,
    at: "09:00",
    type: "news",
    content: "All water samples are clean. Nobody in Marrowick needs to boil tap water any more.",
    impact: "medium",
  },
  {
    day: 7,
    at: "09:40",
    type: "news",
    content:
      "The regatta starts at 11:00 with 17 boats; six of the 23 are still being dried, glued or looked for.",
    impact: "low",
  },
  {
    day: 7,
    at: "12:05",
    type: "news",
    content:
      "A dinghy has capsized in the race off Black Skerry. Two teenagers are in the water and one " +
      "isn't answering.",
    impact: "high",
    alert: true,
  },
  {
    day: 7,
    at: "12:25",
    type: "news",
    content:
      "Both of the dinghy's crew are ashore, cold and talking. One had hit her head on the boom; the " +
      "doctor has put in four stitches.",
    impact: "medium",
  },
  {
    day: 7,
    at: "12:50",
    type: "news",
    content:
      "Regatta result: first the Little Auk with Greta Holm in 1 hour 22 minutes, second the " +
      "Halcyon, third the Kestrel. The bathtub came in fourteenth, to the loudest cheer.",
    impact: "low",
  },
  {
    day: 7,
    at: "14:10",
    type: "social",
    content:
      "SHARK OFF THE BATHING BEACH! Eight metres, mouth wide open! And quite harmless: a basking " +
      "shark, which eats plankton and has no interest in your legs.",
    impact: "low",
  },
  {
    day: 7,
    at: "16:00",
    type: "social",
    content:
      "Buscamos al dueño de una gata gris que apareció durante la tormenta en la lavandería. " +
      "Responde a «Señora» y a nada más.",
    impact: "low",
  },
  {
    day: 7,
    at: "17:00",
    type: "social",
    content: "The chapel is full to the doors. The altos know page nine.",
    impact: "low",
  },
  {
    day: 7,
    at: "18:30",
    type: "market",
    content:
      "The collection at the choir's concert came to 3,412.50 euros, all for Piet Hansen and the " +
      "crew of the Marigold.",
    impact: "low",
  },
  {
    day: 7,
    at: "21:30",
    type: "social",
    content: "The seal is back on the slipway. Good night, Marrowick.",
    impact: "low",
  },
];

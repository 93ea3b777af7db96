/** What the people of Marrowick write in the same week, and what somebody who remembers all of it answers. */

export interface WeekNote {
  readonly day: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** HH:MM */
  readonly at: string;
  readonly from: string;
  readonly text: string;
  /** A strong model's reply. */
  readonly reply: string;
  /** When it asked to be reminded. */
  readonly remindAt?: { readonly day: 1 | 2 | 3 | 4 | 5 | 6 | 7; readonly at: string };
}

export const NOTES: readonly WeekNote[] = [
  // Monday
  {
    day: 1,
    at: "07:35",
    from: "Ada",
    text: "Good morning! I'm Ada, I run the kayak rental by the pier. Twelve kayaks, one of them leaks.",
    reply: "Good morning, Ada. Twelve kayaks by the pier, one of them leaky: I'll remember.",
  },
  {
    day: 1,
    at: "07:50",
    from: "Dora",
    text:
      "Hello, Dora here, from the Seven Lamps guesthouse. I have guests for Lindholm tomorrow. When " +
      "does the Aurora leave?",
    reply: "Good morning, Dora. At 9:00 on weekdays, says this morning's timetable.",
  },
  {
    day: 1,
    at: "08:25",
    from: "Ben",
    text: "Ben here, I fish. My boat is the Kestrel, berth 14. Please remember that.",
    reply: "Noted, Ben: the Kestrel, berth 14.",
  },
  {
    day: 1,
    at: "08:48",
    from: "Hanne",
    text: "Meine Enkelin ist in der Schule in der Dyke Road. Was ist da los?? Hanne Voss",
    reply:
      "Dort ist Gas ausgetreten, Frau Voss. Alle 140 Kinder werden zum Fußballplatz geführt; bitte " +
      "nicht hinfahren, die Straße muss für die Feuerwehr frei bleiben. Von Verletzten ist nichts " +
      "gemeldet.",
  },
  {
    day: 1,
    at: "09:50",
    from: "Hanne",
    text: "Und, sind die Kinder wieder drin?",
    reply: "Um zehn geht der Unterricht weiter. Das Leck ist geschlossen, und niemand ist verletzt.",
  },
  {
    day: 1,
    at: "10:05",
    from: "Cem",
    text: "Merhaba! Ben Cem, iskeledeki büfe benim. Çayım iyidir.",
    reply: "Merhaba Cem! İskeledeki büfenin senin olduğunu ve çayının iyi olduğunu aklımda tutarım.",
  },
  {
    day: 1,
    at: "10:30",
    from: "Ben",
    text: "What would 180 litres of diesel cost me today?",
    reply: "291.60 euros, at 1.62 a litre at the harbour pump.",
  },
  {
    day: 1,
    at: "11:10",
    from: "Gilles",
    text:
      "Bonjour, Gilles, le boulanger de Quay Street. À quelle heure ouvre le marché aux poissons, " +
      "maintenant ?",
    reply: "Bonjour Gilles. À sept heures, du mardi au samedi, place du Phare.",
  },
  {
    day: 1,
    at: "13:40",
    from: "Mateo",
    text: "Hola, soy Mateo, mecánico del varadero. Soy alérgico al marisco, no lo olvides.",
    reply: "Hola, Mateo. Eres alérgico al marisco: no lo olvidaré.",
  },
  {
    day: 1,
    at: "14:40",
    from: "Ada",
    text: "It's slow today. Is the museum open, and what does it cost to get in?",
    reply:
      "It's closed today, as on every Monday. Entry is 6 euros; the old sea charts are there until " +
      "30 November.",
  },
  {
    day: 1,
    at: "15:40",
    from: "Emi",
    text: "はじめまして、江美です。海洋生物学を勉強しています。灯台の高さはどのくらいですか？",
    reply: "はじめまして、江美さん。灯台の高さは31メートルです。",
  },
  {
    day: 1,
    at: "16:10",
    from: "Dora",
    text: "There was a bang and my guests are under their beds. Should I join them?",
    reply: "No need: it's the film people blowing up a plywood boat at the pier, until six. Only loud.",
  },
  {
    day: 1,
    at: "18:00",
    from: "Fay",
    text:
      "My dear, I'm 81 and my head is a sieve. Would you remind me on Thursday at half past six in " +
      "the evening that there's choir?",
    reply: "Gladly, Fay: Thursday at 18:30. The rehearsal is at 19:00 in the chapel.",
    remindAt: { day: 4, at: "18:30" },
  },
  {
    day: 1,
    at: "19:30",
    from: "Ben",
    text: "Who bought the Dry Anchor, then?",
    reply: "There is only gossip so far: a couple from Hull. Nobody at the bar confirms it.",
  },
  {
    day: 1,
    at: "21:30",
    from: "Ada",
    text: "The clock on the pier says 21:23. Am I fast, or is it slow?",
    reply: "The clock is slow, by seven minutes. It's 21:30.",
  },

  // Tuesday
  {
    day: 2,
    at: "07:25",
    from: "Dora",
    text: "My guests want to catch the nine o'clock boat. That's still right, isn't it?",
    reply: "No, it was corrected this morning: on weekdays the Aurora leaves at 9:40, not at 9:00.",
  },
  {
    day: 2,
    at: "08:05",
    from: "Ben",
    text: "Remind me on Friday at ten in the morning to pay for my berth.",
    reply: "I'll remind you on Friday at 10:00 to pay for berth 14.",
    remindAt: { day: 5, at: "10:00" },
  },
  {
    day: 2,
    at: "08:40",
    from: "Mateo",
    text: "¿Hasta qué hora abre hoy la farmacia?",
    reply: "Hasta las dos, por inventario. Mañana abre otra vez a las nueve.",
  },
  {
    day: 2,
    at: "09:45",
    from: "Kasia",
    text:
      "Dzień dobry, Kasia, pielęgniarka z przychodni. Mieszkam na północ od Mill Lane. Czy mogę pić " +
      "wodę z kranu?",
    reply:
      "Dzień dobry, Kasiu. Tylko przegotowaną: w próbce ze zbiornika na wzgórzu wykryto E. coli i na " +
      "północ od Mill Lane trzeba do odwołania gotować wodę, także do mycia zębów.",
  },
  {
    day: 2,
    at: "10:25",
    from: "Dora",
    text: "Did my guests get away in this soup?",
    reply: "The Aurora left at 10:15, 35 minutes late. Whether your guests were aboard, I don't know.",
  },
  {
    day: 2,
    at: "11:00",
    from: "Hanne",
    text: "Am Pier hängt ein Zettel mit BLUT in roter Schrift. Muss man die Polizei rufen?",
    reply:
      "Nein, das ist der Blutspendewagen, heute von 14 bis 18 Uhr. Ausweis mitbringen; Kekse gibt es dort.",
  },
  {
    day: 2,
    at: "11:45",
    from: "Cem",
    text: "What do they charge for a shrimp roll at the north mole now? I like to know my enemies.",
    reply: "6.50 euros; it was 5.90.",
  },
  {
    day: 2,
    at: "13:15",
    from: "Ada",
    text: "Quick, tell me a joke, I have a kayak class of accountants.",
    reply: "Why do accountants make good kayakers? They always keep their balance.",
  },
  {
    day: 2,
    at: "14:05",
    from: "Cem",
    text: "Yusuf'un kalkanı kaç kiloymuş, eski rekor kaçtı?",
    reply: "14 kiloymuş. Rekoru iki kilo geçtiğine göre eski rekor 12 kiloydu.",
  },
  {
    day: 2,
    at: "15:55",
    from: "Ada",
    text:
      "I'm taking two kayaks out along the shore to look for the boy. What is he wearing, and whom " +
      "do I ring?",
    reply:
      "Red raincoat, blue boots. Leo Brandt, six, last seen at the playground behind the rope works. " +
      "Ring 0155 2041. Good luck, Ada.",
  },
  {
    day: 2,
    at: "16:50",
    from: "Hanne",
    text: "Ist der kleine Leo wieder da?",
    reply: "Ja, gesund und hungrig. Er schlief unter der Plane eines Ruderboots auf der Slipanlage.",
  },
  {
    day: 2,
    at: "17:45",
    from: "Fay",
    text:
      "Keep something for me: the spare key to the chapel hangs behind the third hymn board. I'd " +
      "only lose the paper.",
    reply: "I'll remember it for you, Fay: the spare chapel key hangs behind the third hymn board.",
  },
  {
    day: 2,
    at: "18:20",
    from: "Dora",
    text: "Please remind me on Thursday at 7:15 to order forty rolls from Gilles.",
    reply: "I'll remind you on Thursday at 7:15: forty rolls from Gilles.",
    remindAt: { day: 4, at: "07:15" },
  },
  {
    day: 2,
    at: "20:10",
    from: "Gilles",
    text: "Dis-moi, pourquoi la fleuriste d'en face n'a-t-elle pas ouvert de la journée ?",
    reply: "Je ne sais pas, Gilles : personne ne m'en a parlé.",
  },

  // Wednesday
  {
    day: 3,
    at: "08:10",
    from: "Hanne",
    text:
      "Guten Morgen! Erinnern Sie mich bitte am Freitag um 16 Uhr an den Zahnarzt. Sonst drücke ich " +
      "mich.",
    reply:
      "Guten Morgen, Frau Voss. Am Freitag um 16 Uhr erinnere ich Sie an den Zahnarzt, Drücken " +
      "ausgeschlossen.",
    remindAt: { day: 5, at: "16:00" },
  },
  {
    day: 3,
    at: "09:30",
    from: "Ben",
    text: "How far has herring come down since Monday?",
    reply: "By 15 cents a kilo, from 1.85 to 1.70 euros.",
  },
  {
    day: 3,
    at: "10:40",
    from: "Emi",
    text: "レポートに書きたいのですが、灯台が建てられたのは何年でしたか？",
    reply: "1904年です。レポート、頑張ってください。",
  },
  {
    day: 3,
    at: "11:30",
    from: "Mr Tolland",
    text:
      "I have been told 9:00, I have been told 9:40, and on Tuesday I stood there until 10:15. Is " +
      "this a ferry or a lottery? I wish to complain. Who is in charge?",
    reply:
      "I'm sorry, Mr Tolland, that's a cold wait. 9:40 is the valid time on weekdays; 9:00 was " +
      "misprinted, and 10:15 was Tuesday's fog. Who is in charge, nobody has told me; the complaint " +
      "belongs with the ferry company.",
  },
  {
    day: 3,
    at: "14:30",
    from: "Ada",
    text: "Is the pier clock still slow? I set my classes by it.",
    reply: "No, it was put right at two today.",
  },
  {
    day: 3,
    at: "16:20",
    from: "Mateo",
    text: "¿Cómo se llama la nueva directora de la escuela y desde cuándo está?",
    reply: "La doctora Maren Thießen; empezó el lunes 12 de octubre.",
  },
  {
    day: 3,
    at: "20:00",
    from: "Fay",
    text: "Who was the very first keeper of our lighthouse, dear? My mother used to say his name.",
    reply:
      "I don't know, Fay. I've heard only that it was built in 1904. If the name comes back to you, " +
      "tell me and I'll keep it.",
  },

  // Thursday
  {
    day: 4,
    at: "07:20",
    from: "Ben",
    text: "Should I go out with the Kestrel this morning?",
    reply:
      "That's yours to judge, but the others mean to be back by noon: south-west 9 with gusts of 11 " +
      "from about 20:00, and the barometer is falling fast. Secure berth 14 before dark.",
  },
  {
    day: 4,
    at: "07:40",
    from: "Dora",
    text: "The guests on Lindholm come home today. Which boat must they take?",
    reply: "The 12:30, it's the last one. The 15:00 is cancelled because of the storm.",
  },
  {
    day: 4,
    at: "08:30",
    from: "Hanne",
    text: "Wann muss ich meine Enkelin heute abholen?",
    reply:
      "Um zwölf, die Schule schließt wegen des Sturms früher. Wenn es nicht geht, darf sie bei Frau " +
      "Dr. Thießen bleiben; es gibt Suppe.",
  },
  {
    day: 4,
    at: "09:05",
    from: "Cem",
    text: "Where do I get sandbags, and how many can I have?",
    reply: "At the fire station on Tanner's Row, ten to a household while they last. Take a shovel.",
  },
  {
    day: 4,
    at: "10:20",
    from: "Ada",
    text: "Is the council still on tonight? I wanted to speak about the fee.",
    reply: "No, it's put off to Monday 19 October at 19:00 in the town hall.",
  },
  {
    day: 4,
    at: "10:30",
    from: "Ada",
    text: "Then remind me on Sunday at six in the evening to write my speech for it.",
    reply: "I'll remind you on Sunday at 18:00 to write your speech for Monday's council.",
    remindAt: { day: 7, at: "18:00" },
  },
  {
    day: 4,
    at: "11:00",
    from: "Fay",
    text: "Do we sing tonight, with that sky?",
    reply:
      "No, Fay, tonight's choir is off. The rehearsal is on Saturday at 15:00, so pay no heed to my " +
      "reminder this evening.",
  },
  {
    day: 4,
    at: "11:10",
    from: "Fay",
    text: "Then tell me again on Saturday at half past two, please.",
    reply: "I will: Saturday at 14:30, choir at 15:00.",
    remindAt: { day: 6, at: "14:30" },
  },
  {
    day: 4,
    at: "15:45",
    from: "Gilles",
    text: "Et la régate de samedi, avec ce temps ? J'ai promis deux cents sandwichs.",
    reply: "Elle est reportée à dimanche 18 octobre, à onze heures. Gardez le pain pour dimanche.",
  },
  {
    day: 4,
    at: "16:00",
    from: "Mateo",
    text: "¿A qué hora es la pleamar esta noche y cuánto subirá?",
    reply: "A las 23:10, y se espera 1,6 metros por encima de lo normal.",
  },
  {
    day: 4,
    at: "19:45",
    from: "Mateo",
    text: "Voy a doblar las amarras. ¿Lo de la pleamar sigue igual?",
    reply:
      "No, lo han corregido: a las 23:50 y 1,9 metros por encima de lo normal. Y aléjate del muelle, " +
      "el agua puede entrar en Quay Street.",
  },
  {
    day: 4,
    at: "21:00",
    from: "Dora",
    text: "It's pitch dark here. Is it only my house, and when will it be over?",
    reply:
      "No, it's the whole lower town, 412 homes, since 20:35; a mast is down behind the mill. " +
      "There's no time given: nobody can work on it before the wind drops.",
  },
  {
    day: 4,
    at: "22:30",
    from: "Ben",
    text: "The Marigold. Is my cousin Piet aboard? He sometimes goes with them.",
    reply:
      "I don't know, Ben: no names have come. Three people are aboard, engine dead, four miles off " +
      "Black Skerry, and the lifeboat went out at 22:12.",
  },
  {
    day: 4,
    at: "23:05",
    from: "Cem",
    text: "I live on Quay Street, ground floor. What now?",
    reply:
      "Leave at once, Cem, on foot and uphill, to the church hall on Hill Road. There are beds and " +
      "tea. The water is coming over the wall at the fish hall.",
  },

  // Friday
  {
    day: 5,
    at: "01:05",
    from: "Ben",
    text: "Please. Anything about the Marigold?",
    reply:
      "I'm so sorry, Ben. The lifeboat has two of the three aboard; Piet Hansen went overboard and " +
      "isn't found yet. If that is your cousin: I've heard nothing worse than that.",
  },
  {
    day: 5,
    at: "05:30",
    from: "Ben",
    text: "I can't sleep. Have they found him?",
    reply:
      "Yes. Piet is alive: the helicopter found him holding on to the bell buoy off Black Skerry. " +
      "He's at the clinic on Lindholm with a broken arm and wants his cap.",
  },
  {
    day: 5,
    at: "08:35",
    from: "Emi",
    text: "今日、フェリーでリンドホルムに行けますか？",
    reply: "今日は欠航です。明日は10時30分に出る予定です。",
  },
  {
    day: 5,
    at: "09:10",
    from: "Hanne",
    text: "Wie viele Keller sind denn nun vollgelaufen? Jeder sagt etwas anderes.",
    reply: "52. Zuerst hieß es 37, aber da fehlte Rope Walk.",
  },
  {
    day: 5,
    at: "09:45",
    from: "Cem",
    text: "Quay Street'e elektrik ne zaman gelecek?",
    reply: "Saat 18:00'e kadar gelmesi umuluyor; kesin bir saat verilmedi.",
  },
  {
    day: 5,
    at: "10:15",
    from: "Ada",
    text: "Can I get along Quay Street to the boathouse yet?",
    reply:
      "Not past the corner of Rope Walk: a live cable is lying in the water there. Please keep away " +
      "until it's gone.",
  },
  {
    day: 5,
    at: "12:30",
    from: "Ben",
    text: "Who was at the helm of the lifeboat? I want to shake that hand.",
    reply: "Ruth Adeyemi.",
  },
  {
    day: 5,
    at: "13:30",
    from: "Dora",
    text: "There's a man at my door who'll mend the roof today, cash in advance, no paper. He seems nice.",
    reply:
      "Don't pay him. The police warn of just that: two households paid 800 and 1,200 euros and " +
      "never saw the men again. Ring the police if he stays.",
  },
  {
    day: 5,
    at: "14:20",
    from: "Hanne",
    text: "Stimmt es, dass der Leuchtturm umgestürzt ist?",
    reply: "Nein. Zwei Scheiben sind hin und eine Möwe fehlt, aber das Licht brennt heute Abend.",
  },
  {
    day: 5,
    at: "15:10",
    from: "Fay",
    text:
      "Somebody put a paper in French through my door, about the water. I'm on the south side, I " +
      "needn't boil mine, need I?",
    reply:
      "Now you do, Fay: since this afternoon the order is for the whole town, until Sunday. Boil it " +
      "before you drink it.",
  },
  {
    day: 5,
    at: "16:30",
    from: "Mateo",
    text: "¿Cuánto cuesta al día una bomba del varadero? Y recuérdame mañana a las nueve devolver la mía.",
    reply: "35 euros al día, con manguera. Mañana sábado a las 9:00 te recuerdo que la devuelvas.",
    remindAt: { day: 6, at: "09:00" },
  },
  {
    day: 5,
    at: "17:30",
    from: "Ada",
    text: "Mill Lane opens today, does it?",
    reply: "No, the storm filled the trench. It's now Friday 23 October.",
  },
  {
    day: 5,
    at: "20:30",
    from: "Kasia",
    text:
      "Dziewięciu pacjentów, zero prądu, ani jednego straconego. Dziękuję, że od wtorku gotowałam " +
      "wodę. Idę spać.",
    reply: "To Wam należą się podziękowania, Kasiu. Śpij dobrze.",
  },

  // Saturday
  {
    day: 6,
    at: "08:20",
    from: "Dora",
    text:
      "The Seven Lamps is on Chapel Street, south of Mill Lane. Must I go on boiling water for " +
      "breakfast?",
    reply: "Not any more: since eight this morning, only north of Mill Lane. For the tea, of course, still.",
  },
  {
    day: 6,
    at: "09:30",
    from: "Ada",
    text: "When does the Aurora leave today, and what's her captain called?",
    reply: "At 11:15 instead of 10:30, because of driftwood. Her captain's name nobody has told me.",
  },
  {
    day: 6,
    at: "10:45",
    from: "Kasia",
    text: "O której i gdzie dziś te polskie bajki? Obiecałam córce.",
    reply: "O 11:30 w ratuszu. Miało być o 11:00 w bibliotece, ale tam jest jeszcze mokro.",
  },
  {
    day: 6,
    at: "12:40",
    from: "Cem",
    text: "My cellar was full to the third step. What do I get, and until when can I ask?",
    reply:
      "500 euros from the relief fund, at the town hall until 31 October. Take a photograph along if " +
      "you have one.",
  },
  {
    day: 6,
    at: "13:20",
    from: "Emi",
    text: "午後、東の浜へ標本を採りに行ってもいいですか？",
    reply: "今はやめてください。「有毒」と書かれたドラム缶が流れ着いて漏れており、浜は立入禁止です。",
  },
  {
    day: 6,
    at: "16:30",
    from: "Ben",
    text: "So who has really bought the Dry Anchor?",
    reply: "Its own staff, all seven of them; the sign is up. Hull and the brewery were only talk.",
  },
  {
    day: 6,
    at: "16:40",
    from: "Fay",
    text:
      "The vicar says I oughtn't to tell people where the chapel key hangs. Please forget that I " +
      "told you.",
    reply: "All right, Fay. I won't tell it to anyone.",
  },
  {
    day: 6,
    at: "18:10",
    from: "Gilles",
    text:
      "Ma femme parle d'une vieille lettre trouvée dans l'orgue. Qui l'a écrite, et où pourra-t-on " +
      "la voir ?",
    reply:
      "Elias Trent, cordier, à sa sœur Agnes, le 3 mars 1911. Elle sera au musée du port à partir du " +
      "jeudi 22 octobre, près des cartes marines.",
  },
  {
    day: 6,
    at: "20:15",
    from: "Ada",
    text: "Remind me tomorrow at ten to have the safety boat in the water before the start.",
    reply: "Tomorrow, Sunday, at 10:00: safety boat in the water. The start is at 11:00.",
    remindAt: { day: 7, at: "10:00" },
  },

  // Sunday
  {
    day: 7,
    at: "08:30",
    from: "Jules",
    text: "Bonjour, je suis de passage. Y a-t-il un bateau pour Lindholm ce matin ?",
    reply: "Bonjour. Non, l'Aurora ne navigue pas le dimanche. Demain lundi, elle part à 9 h 40.",
  },
  {
    day: 7,
    at: "09:20",
    from: "Fay",
    text: "May I drink it straight from the tap again, or not yet?",
    reply: "You may, Fay: since nine this morning nobody in town needs to boil it.",
  },
  {
    day: 7,
    at: "13:10",
    from: "Hanne",
    text: "Wer hat gewonnen, und was ist aus Bens Boot geworden?",
    reply: "Greta Holm mit der Little Auk, in 1 Stunde 22. Bens Kestrel ist Dritte geworden.",
  },
  {
    day: 7,
    at: "13:45",
    from: "Mateo",
    text: "En la comida de la regata hay sopa de cangrejo. ¿Puedo tomarla?",
    reply: "No, Mateo: me dijiste que eres alérgico al marisco, y el cangrejo lo es.",
  },
  {
    day: 7,
    at: "14:20",
    from: "Emi",
    text: "海水浴場にサメが出たと聞きました。泳ぐのは危ないですか？",
    reply:
      "ウバザメだそうです。体長8メートルですが、プランクトンを食べる種類で、人には無害です。" +
      "江美さんなら見たいのでは？",
  },
  {
    day: 7,
    at: "16:10",
    from: "Fay",
    text: "Oh dear, and where does the spare key hang? I've stood before that door for ten minutes.",
    reply:
      "On Saturday you asked me to forget that, Fay, so I won't say it here. The vicar can let you " +
      "in; the concert is at 17:00.",
  },
  {
    day: 7,
    at: "19:00",
    from: "Cem",
    text: "Konserde Piet için ne kadar toplandı?",
    reply: "3.412,50 euro; Piet Hansen ve Marigold mürettebatı için.",
  },
  {
    day: 7,
    at: "21:45",
    from: "Ben",
    text: "Third place, and Piet has his cap back. Thank you for staying up with me on Thursday. Good night.",
    reply: "Congratulations, Ben, and I'm glad of the cap. Good night.",
  },
];

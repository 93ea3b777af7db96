/**
 * Set phrases of everyday life: dealings with shops, offices, neighbours and machines, travel, money, health, school, sport, and
 * what one thought of a book or a meal. Common knowledge of English, chosen by hand; not derived from rated data.
 */

/** One a line, as in `sayings.ts`. */
export const EVERYDAY_SAYINGS = `
bad party|parties|wedding|weddings|birthday|concert|concerts|gig|gigs|festival|festivals|fair|trip|trips|holiday|holidays|vacation|honeymoon|picnic|barbecue|reunion|celebration|celebrations|show|shows|game|games|match|matches|tour|visit|dance|ball|carnival|parade|funday|flight|flights|treat|outing|excursion * BE|got|get ^ cancelled|canceled|scrapped|axed
bad party|parties|wedding|weddings|birthday|concert|concerts|gig|gigs|festival|festivals|fair|trip|trips|holiday|holidays|vacation|honeymoon|picnic|barbecue|reunion|celebration|celebrations|show|shows|game|games|match|matches|tour|visit|dance|ball|carnival|parade|funday|flight|flights|treat|outing|excursion * BE|been ^ called off
bad cancelled|canceled|cancels|cancelling|canceling|cancel * party|parties|wedding|weddings|birthday|concert|concerts|gig|gigs|festival|festivals|fair|trip|trips|holiday|holidays|vacation|honeymoon|picnic|barbecue|reunion|celebration|celebrations|show|shows|game|games|match|matches|tour|visit|dance|ball|carnival|parade|funday|flight|flights|treat|outing|excursion ~|on|for|in|at|because|due|and|this|last|next|again|today|tomorrow
good debt|debts|fine|fines|penalty|penalties|fee|fees|arrears BE|got ^ cancelled|canceled|waived|forgiven
good cancelled|canceled|cancels|waived|waives|forgave|forgives * ^ debt|debts|fine|fines|penalty|penalties|fee|fees|charge|charges|arrears ~
bad raise|raises|raised|raising|increase|increases|increased|increasing * parking|service|bank|delivery|late|water|council|congestion ^ charge|charges|fine|fines
bad BE|got|gets|getting|been ^ fined ~|for|by|again|over
bad screen|phone|tablet|laptop|windscreen|windshield|mirror|lens|tooth|glass|window|rib|tile|tiles|pipe BE ^ cracked|shattered|chipped
bad ^ cracked|shattered * screen|phone|tablet|laptop|windscreen|windshield|lens|tooth|rib|ribs
bad dropped|drops ^ phone|tablet|laptop|camera|vase|glasses in|into|down|and
bad ANY < ^ split|splits|splitting up .|yesterday|today|last|after|because|again
bad split|splits|splitting ^ up with|after
bad site|website|server|servers|wifi|wi-fi|internet|network|api|database|db|prod|production|app|intranet|vpn|checkout|portal|gateway|webshop|homepage ^ down STILL
bad fed ^ up
bad oh ^ dear
bad dog|cat|kitten|puppy|hedgehog|deer|man|woman|child|boy|girl|cyclist|pedestrian|he|she|they BE|got ^ run over
bad had|having ^ enough of
bad NOT ^ survive ~
bad NOT ^ survive the|his|her|their night|winter|week|year|operation|surgery|journey|flight|birth|move
bad BE ^ out of money|cash|funds|time|fuel|petrol|gas|food|water|bread|milk|coffee|stock|work|medicine|medication|insulin|oxygen|space|memory|luck|options|patience|supplies|ink|paper|toner
bad we're|i'm|you're ^ out of money|cash|funds|time|fuel|petrol|gas|food|water|bread|milk|coffee|stock|work|medicine|medication|insulin|oxygen|space|memory|luck|options|patience|supplies|ink|paper|toner
bad ^ never again .
bad what a ^ letdown|mess|shame|pity|nightmare|disaster|waste|rip-off|farce|joke|slog
bad what were|was they|he|she|you|i ^ thinking .
good can't|couldn't|cannot ^ stop smiling|grinning|singing|dancing
good can't|couldn't|cannot|never ^ get enough
bad thanks|thank|you for ^ nothing ~
good be|been ^ lost without
bad one|two|zero|1|2|0 ^ star|stars .
good five|four|5|4 ^ stars .
good again in a ^ heartbeat
good could live|stay|sit|listen|watch here|there|to|it * ^ forever
good could ^ listen|watch|read|eat|stay|sit * forever
good worth every|the ^ penny|cent|wait|effort|trip|detour|trouble|money|drive|walk
bad not worth the|it|a ^ money|price|effort|trip|wait|trouble|penny|time ~
good can't|couldn't|cannot ^ wait for|to
good couldn't|can't|cannot ^ put * book|it|novel down
good feel|feels|feeling|felt ^ like myself|himself|herself|themselves|yourself
good feel|feels|felt|am|is|are * ^ myself|himself|herself again
good standing|long|thunderous ^ ovation|applause
good audience|crowd|room|everyone ^ cheered|clapped|applauded
bad put|puts|sent|sends me|us|him|her|them to ^ sleep
bad BE * ^ slog|chore|drag|letdown|flop|dud|rip-off|eyesore|farce|turn-off
bad BE ^ overcooked|undercooked|overpriced|understaffed|inedible|lukewarm|soggy|mouldy|moldy|stale|rancid
good BE ^ well-made|well-organised|well-organized|spotless|mouthwatering|ripe|unputdownable|hilarious
good on the ^ house .
bad on ^ hold ~
bad kept|keeps|left * ^ waiting
bad kept|keeps|keeping * ^ awake ~
bad takes|took|taking ^ forever|ages
bad for ^ ages|hours ~
good in no ^ time
good under|covered|by the|its ^ warranty
good handed|turned|brought|gave * ^ wallet|purse|phone|keys|bag|passport in|back
good somebody|someone|stranger|they|he|she handed|turned ^ in * wallet|purse|phone|keys|bag|passport
good stranger|neighbour|neighbor|friend|colleague * ^ drove|carried|lent|helped|brought|cooked|gave me|us|him|her|them|home
good brought|cooked|made me|us|him|her|them ^ soup|breakfast|dinner|flowers|cake|cookies|groceries
good threw|throws me|us|him|her|them a ^ surprise
good ^ refunded|reimbursed|compensated
bad want|wants|wanted|demand|demands|demanded|ask|asks|asked * ^ refund
bad charged|billed|invoiced * ^ twice
bad charged * ^ double|extra
bad gave|gives * room|seat|table|place|slot|job ^ away
bad declined|denied|refused|rejected|revoked * ^ application|applications|mortgage|loan|request|claim|visa|card|permit|proposal|appeal|licence|license|offer|entry|bail|asylum|custody
good approved|granted * ^ application|mortgage|loan|request|claim|visa|permit|appeal|licence|license|asylum
bad owe|owes|owed|owing * ^ thousand|thousands|hundred|hundreds|million|millions|euro|euros|dollar|dollars|pounds|money|rent|tax|taxes|bank
bad maxed|maxes ^ out
bad in the ^ red ~
good in the ^ black ~
good paid|pays|pay|paying ^ off * loan|loans|mortgage|debt|debts|overdraft|car|house
good DEBT < BE|got ^ forgiven|cancelled|canceled|waived
good ^ waived * fee|fees|charge|charges|fine|rent
bad ^ without paying|warning|notice|explanation|apologising|apologizing
good always ^ pay|pays|paid * on time
good ^ pay|pays|paid on time
bad never ^ pay|pays|paid|comes|come|answers|answer|calls|replies|listens
bad never pay|pays|paid|comes|come|arrives|runs on ^ time
good always comes|come|arrives|runs on ^ time
bad NOT|didn't get|got ^ raise|promotion|job|part|grant|loan|flat|apartment|visa|place|role
bad NOT get|got the|a|my|that ^ raise|promotion|job|part|grant|loan|flat|apartment|visa|place|role
bad ^ took|takes|taking credit for my|our|his|her|their|other|others
bad had|has|have to ^ sell * house|home|flat|car|farm|business|ring
bad had|has|have to ^ put * house|home|flat|farm up for sale
good found|recovered * ^ wallet|keys|phone|passport|luggage|bag ~|again|at last
bad fell|falls|dropped|drops ^ into * toilet|water|river|lake|sea|sink|hole|pit|ditch|pool
bad fell|falls|fallen ^ down|off|over the|a * stairs|steps|ladder|bike|bicycle|horse|roof|cliff
bad spilled|spilt|spill * ^ coffee|tea|wine|water|juice|soup|milk|beer|paint|ink|oil on|over|all
bad ^ scratched|dented|keyed|scraped * car|van|door|paint|screen|lens|table
bad ^ cracked|shattered * screen|phone|windscreen|windshield|window|glass|mug|lens|tooth
good ^ replaced|repaired|mended * screen|phone|window|boiler|roof|door|bike|car|engine|battery
bad broke ^ into|in * car|house|flat|home|shop|office|garage
bad ^ stole|stolen|robbed|burgled|mugged|pickpocketed
bad burned|burnt|burn * ^ cake|dinner|toast|rice|lunch|food|meal|soup|bread|cookies|pizza|sauce
bad ruined|ruins * ^ dress|shirt|dinner|holiday|weekend|carpet|evening|day|trip
bad dog|cat ^ bit|bites|attacked|scratched me|us|him|her|them|the
bad dog|cat|puppy|kitten|mice|rats|moths ^ ate|chewed|destroyed|ruined my|our|his|her|the|up
good learned|learnt|learns ^ to read|swim|walk|talk|sit|ride|drive|cook|dance|sing|skate|ski|sew|juggle
bad NOT ^ catch|caught|make|made * bus|train|plane|flight|ferry|connection
bad missed|miss|misses * ^ bus|train|plane|flight|ferry|connection|deadline|interview|appointment|exam|boat|funeral|wedding|birthday|turn|exit|goal|penalty
good storm|hurricane|tornado|flood|fire|typhoon|cyclone|wildfire|hail|frost|bullet ^ missed|spared|bypassed
bad rained|raining|snowed|poured all|the|every ^ week|weekend|day|time|whole|entire|through
bad rained|raining|snowed|poured all|the|every whole|entire ^ week|weekend|day|time|holiday|trip|month
good sun ^ came|comes|is|was out|shining
bad frost|drought|hail|blight|slugs|snails ^ killed|ruined|destroyed|ate
bad plants|flowers|crops|bees|hens|chickens|fish|tomatoes|trees all|both|have|had ^ died
bad took|takes|brought|brings|knocked * SUPPLY|THING ^ down ~
bad fell|falling|fallen|lagging ^ behind ~
good ^ catching|caught up fast|quickly|~
good without ^ incident|problems|complaint|complaints
good went|goes|going|gone|ran|runs ^ smoothly|well|perfectly|brilliantly|great
bad went|goes|going|gone ^ badly|wrong|sideways|south|poorly|downhill|pear-shaped
good went ^ off without
good times|x|percent|much|far|lot|way|twice ^ faster|cheaper|easier|lighter|quieter|safer|smoother
bad times|x|percent|much|far|lot|way|twice ^ slower|pricier|harder|noisier|worse
good loads|starts|opens|works|runs|responds|answers ^ instantly|immediately|flawlessly|perfectly|smoothly
bad loads|starts|opens|works|runs|responds ^ slowly|sluggishly|badly|poorly
bad nearly|almost|completely ^ full .
bad known|nasty|critical|serious|security|stupid|weird ^ bug|bugs
bad hackers|hacker|attackers|attacker|thieves|intruders|burglars ^ got|stole|took|accessed|have|had|leaked
good attack|attacks|intruder|intruders|intrusion|spam|fraud|virus|malware BE ^ blocked|stopped|caught|repelled|contained
good ^ blocked|repelled|contained|foiled * attack|attacks|intruder|intrusion|spam|fraud|virus|malware|fire|outbreak
bad deleted|wiped|dropped|erased|overwrote|overwritten * ^ production|prod|live|backup|backups|photos|thesis|work ~|table|tables|data|database|server|files|bucket
bad accidentally|mistakenly ^ deleted|wiped|dropped|erased|sent|published|pushed|locked|shut|threw
bad THING < NOT turn|switch|power|light|fire ^ on|up
bad door|window|drawer|lid|lock|key|zip|app|file|page|attachment NOT ^ open|close|shut|lock|fit|turn|load
bad threw|throws|throwing ^ up ~|twice|again|all|on|in
bad running|has|have|had|ran a|high ^ temperature ~
bad ^ coming|came down with * flu|cold|fever|virus|bug|measles|pneumonia|covid
bad found|discovered|detected|felt|noticed|spotted * ^ lump|tumour|tumor|shadow|crack|cracks|mould|mold|bedbugs|mice|rats|termites|leak|leaks|blood|cockroaches|gaps|vulnerability|vulnerabilities|backdoor
good found|find|finds|shows|showed|show|revealed|reveals|turned|saw no * ^ lump|tumour|tumor|cracks|mould|mold|leak|leaks|gaps|problems|issues|errors|defects|faults|flaws|vulnerabilities|damage|injuries|complications|evidence|signs|objections|mistakes
good ^ no cavities|complications|complaints|injuries|casualties|damage|regressions|objections|incidents|errors|issues|problems
bad pull|pulled|remove|removed|extract|extracted * ^ tooth|teeth
bad filling|crown|tooth ^ fell|broke|came out|off
good nausea|pain|headache|fever|cough|rash|swelling|lump|infection|flu|cold|migraine|dizziness|hiccups|ache|itching|limp|anxiety|stain|smell|noise|leak|mould|mice BE|has|have|had ^ gone|cleared|disappeared|vanished|stopped|healed
good wound|fracture|bone|scar|cut|ankle|knee|burn|back ^ healed|heals|healing
bad BODY < BE ^ killing me|him|her
good NOT|doesn't|don't|didn't ^ hurt|hurts|ache|itch any|anymore|~
bad gained|put|gaining on|* ^ kilos|pounds|kilo|weight|stone
good lost|shed|losing ten|five|twenty|the|those|three|fifteen|some * ^ kilos|pounds|kilo|weight
bad NOT|not BE|on ^ speaking terms
bad not|NOT on ^ speaking terms
good got|get|getting|are|were ^ back together
bad BE|got|were ^ relegated|disqualified|knocked|eliminated|benched|sidelined|suspended
bad knocked|kicked|voted ^ out ~|of|in|by
good BE|got|were ^ shortlisted|nominated|knighted|signed|hired|reinstated|acquitted|exonerated|vindicated
good ^ beat|beats|defeated them|him|her|us * nil|one|two|three|four|0|1|2|3|4
bad lost|lose|losing one|two|three|four|five|0|1|2|3 ^ nil|to|one|two|0|1|2
good ^ won one|two|three|four|1|2|3|4 nil|to|one|two|0|1
good scored|scores * ^ goal|winner|equaliser|equalizer|hat-trick|try
good CUSTOMER < ^ signed|upgraded|converted|returned
bad CUSTOMER < ^ cancelled|canceled|churned|complained|unsubscribed|downgraded|defected
good DELIVERY|RIDE|THING|RELEASE|PLAN < arrived|came|landed|done|finished|delivered ^ early
good arrived|came|landed|finished|done|delivered|ready a|one|two|three|an * day|days|hour|hours|week|weeks|month ^ early|ahead
bad arrived|came|landed|finished|delivered|ready a|one|two|three|an * day|days|hour|hours|week|weeks|month ^ late
bad DELIVERY < arrived|came ^ broken|damaged|open|empty|late|crushed|wet
bad closed|closes|closing|shut|shuts|shutting for ^ good
bad closed|closes|closing|shut|shuts|shutting down for ^ good
bad gone|left|lost|over for ^ good
bad she|he|they left|dumped|abandoned|ghosted ^ me|us ~
bad let|lets|letting me|us|him|her|them|you ^ down ~
bad ghosted|ghosting|ghosts ^ me|us|him|her
bad ^ forgot|forgotten * birthday|anniversary|appointment|password|passport|keys|wedding|lines
bad can't|cannot|couldn't ^ find * passport|keys|phone|wallet|glasses|ring|cat|dog|charger|ticket|tickets|card|anywhere
good found|find * passport|keys|phone|wallet|glasses|ring|cat|dog|charger|ticket|tickets|card|it ^ at last|again
bad milk|meat|fish|food|cheese|yoghurt|yogurt|eggs|butter|cream gone|went|goes|has|had * ^ off ~
bad hair|fly|worm|glass|slug|mould|mold|bug ^ in my|our|his|her|the * soup|food|salad|bread|drink|coffee|tea|burger|dessert
bad knee|knees|leg|legs|ankle|hip|back|roof|floor|bridge|ceiling|fence gave|gives|buckled ^ way
bad raised|raises|raise|hiked|hikes|increased|increases * ^ prices|rent|rents|fees|premium|premiums|fares|rates|tuition ~|by|again|to|for
good cut|lowered|reduced|slashed|dropped * ^ prices|rent|rents|fees|premiums|fares|tuition ~|by|again|to|for
good got|gave|gives|get|offered * ^ discount|upgrade|refund|bonus|compensation|voucher
good sign-ups|signups|sales|orders|bookings|downloads|subscriptions|revenue|users|traffic|engagement went|go|going|are ^ through the roof
bad costs|cost|prices|bills|rent|errors|churn|complaints|latency went|go|going|are ^ through the roof
bad hit|banged|bumped|knocked my|his|her|our ^ head|knee|elbow|toe|shin|thumb
bad ^ yelled|yells|swore|snapped|lashed at me|us|him|her|them|my|everyone
bad NOT ^ answered|replied|called|written|phoned|texted in|for|since|back
good answers|answered|replied|replies|responded|responds ^ immediately|promptly|quickly|within
good answers|answered|replied|replies|responded|responds ^ right away
bad BE|fell|am ^ behind on|with
good BE all ^ caught up
bad wedding|party|deal|trip|concert|match|game|date|engagement|holiday|meeting BE ^ off ~
good bike|bicycle|wallet|keys|cat|dog|luggage|suitcase|bag|parcel|phone|passport|ring ^ turned|turns up
bad BE ^ stuck in|at|on|for
bad have|has|had|having|with|got a|an|another|my|his|her|the ^ migraine|headache|cold|fever|cough|rash|hangover|toothache|earache|stomachache|backache|cramp|cramps|hernia|ulcer|concussion
bad ^ barks|barked|barking|howls|howled all|every|through|the
good no ^ traffic|queue|queues|waiting|rush|lines|wait ~|at|today|this|on
good ^ planted|saved|rescued * trees|tree|lives|life|species|bees
good finally|have|has|we ^ filled * position|vacancy|role|post|opening
bad ^ cut|chopped down the|our|my|all|that|an|this * oak|tree|trees|forest|woods|orchard|hedge
bad wants|want|threw|kicked|throwing|kicking me|us|him|her|them ^ out
good called|visited|rang|wrote|came just|only ^ to chat|talk|thank|say|hello|see
good without any|a ^ fuss|trouble|hassle|questions
plain team|band|orchestra|film|movie|children|kids ^ play|plays|played|playing on|at|in|from|until|against|with
bad handle|wheel|button|heel|knob|roof|door|lid|screen|sole ^ came|comes|fell|falls off ~|in|again
bad ^ overcharged|shortchanged|overbilled|double-booked
bad not a single ^ person|customer|guest|reply|answer|response|sale|order
good workshop|concert|show|tour|event|tickets|edition|course|launch BE|were|was ^ sold out
bad have|has|had|been|is|am|are|keep|keeps|kept ^ coughing|vomiting|sneezing|bleeding|limping|shivering
good can|could ^ breathe|see|hear|walk|sleep|eat|move|smell|taste again
bad ^ shut|cut off * SUPPLY
bad pipe|pipes|tyre|tire|boiler|dam|appendix|bubble ^ burst|bursts
good insurance|insurer|warranty|company|they|she|he ^ paid|pays|covered|covers for|* everything|all
bad NOT ^ work|worked out at|~|as|like
good ^ worked|works out perfectly|well|great|fine|nicely
bad feel|feels|felt|am|was|were|BE ^ left out ~
good feel|feels|felt|me|us|him ^ at home ~
bad handed|hand|gave|given in * ^ notice|resignation
good stood|stands|stand ^ up|by for|me|us|him|her|them
bad stood me|us|him|her ^ up ~
bad want|wants|wanted|demand|demands|demanding * money back
bad keeps|kept|keep logging me|us|him|her|them|users ^ out
bad drains|drained|draining my|the|our|its|his|her battery
bad dog|cat|pet|rabbit|hamster|parrot ^ ran|runs|run away|off
bad cut|cuts|lowered|lowers|slashed|trimmed its|the|their ^ forecast|guidance|outlook
good raised|raises|raising|lifted|lifts its|the|their ^ forecast|guidance|outlook
good issue|problem|ticket|fault BE|got|gets ^ fixed|resolved|solved
good just|simply|finally ^ worked|works ~
good found|find|finds|discovered a|the ^ cure|vaccine
good people|members|volunteers|customers|users|families signed|sign ^ up ~|for
`;

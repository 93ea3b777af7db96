/**
 * Words that go together in a matter, beyond synonyms: a question has one of them, the text that answers it another. Common
 * knowledge of English, chosen by hand: what people ask about their lives and their work. For search alone: no two of them
 * say the same.
 */

/** Matters by semicolons. Of words before a colon and words after it each stands for each; where there is no colon, all for all. */
export const MATTERS = `
boss manager supervisor superior; boss manager: head lead director; head leader: manager director lead chief run; employee staff worker
colleague; employee staff recruit newcomer: hire join; hire recruit: join start; quit resign leave; quit resign: notice; dismiss fire:
layoff redundant sack lay; promote promotion: raise lead head; client customer; supplier vendor; competitor rival compete opponent;
partner: husband wife girlfriend boyfriend cofounder; shareholder investor owner stake share; share: stake equity stock; owner: belong buy
landlord; trainee intern apprentice; mentor teacher tutor instructor coach; teach show explain train; pupil student; study degree:
university college physics medicine law biology chemistry engineering history economics; school education: university college grade class
teacher degree; class: grade course lesson; graduate degree: diploma university bachelor master phd; profession career living: nurse
teacher lawyer engineer run teach; earn income: salary wage pay; salary wage pay; revenue turnover sales; revenue profit: earn million
billion; invoice bill; bill invoice: owe pay unpaid due; owe debt: lend borrow loan; debt: loan mortgage owe; lend borrow loan; cost price
expensive: euro dollar pound pay charge; expensive afford: price cost rent dear double; cheap: discount sale save free; discount: cheap
percent reduce; free: cost charge gratis; budget money fund: euro dollar; save: backup store keep; insurance insurer; tax: return refund;
refund reimburse: return; pay payment: card cash transfer invoice; account: bank login; contract agreement deal; contract agreement: sign;
deadline due: submit hand; due deadline expire: end; schedule appointment calendar; appointment: dentist doctor meet; meeting call
conference; meeting: standup workshop sync review; conference event: talk summit congress festival; presentation talk speech lecture;
present presentation: slide talk; accept approve; accept: reject decline approve; approve confirm; reject refuse decline deny; forbid
prohibit: freeze ban allow; rule policy: allow forbid; obligatory mandatory required; agree: deal decide sign; decide decision: choose
pick plan agree; choose decide: prefer opt; reason cause; demand request ask; complain complaint: unhappy annoy loud slow dissatisfied;
unhappy dissatisfied: complain sad upset; upset: angry sad cry; conflict argue quarrel dispute fight; quarrel argue: fight shout;
apologise apologize sorry; thank: grateful thanks; praise: compliment love; criticise criticize: complain critic; news: announce; release
launch deploy publish ship; celebrate celebration party; celebrate: drink party toast dinner; machine: server computer robot; computer:
laptop macbook pc desktop; laptop: macbook thinkpad notebook; device gadget: phone laptop printer tablet computer camera watch; phone
mobile smartphone cellphone; phone mobile: iphone android pixel galaxy; login signin logon; password code: pin; code: pin password;
unlock: code key pin; enter entry door: code key; printer: print paper; screen monitor display; memory: ram; delete erase remove wipe;
lose: miss delete steal; loss lose: wipe; backup: restore copy; website site: page web; page: website site; outage crash: fail; slow
performance: speed latency fast; performance speed: slow fast latency; bug defect issue problem; problem trouble: issue fail break bug
wrong hurt leak; wrong problem: break fail defect; bug error: crash fail exception; break: jam crash fail leak bug
cause; crash: freeze fail; certificate: tls ssl cert; cert: certificate; renew: expire extend; repository repo: git github; hosting host
cloud: aws azure server; editor ide: vim emacs vscode; framework library: react vue angular django rails; programming code: python
javascript typescript rust java go; chat messenger: slack teams discord whatsapp telegram signal mattermost; tool software: slack jira
excel photoshop figma; email mail; contact reach: phone email call number; relocate move; move: relocate; address: live street road
avenue; home: house flat apartment cottage live; reside live; hometown: grow born raised; childhood: grow child young raise; origin
native: born grow come; born birth birthday; age old: born birthday year; old: born; young: child; wedding marriage: married marry bride
groom anniversary; wedding: honeymoon marry; marry husband wife spouse; married: husband wife wedding spouse anniversary; single: divorce
separate; divorce split separate; pregnant pregnancy: baby expecting expect due birth; baby: expect expecting pregnant birth newborn;
expect: pregnant due; son boy; daughter girl; grandchild: grandson granddaughter; grandparent: grandmother grandfather grandma grandpa
granny; neighbour neighbor: upstairs downstairs door; roommate flatmate: share live; friend: mate buddy pal; nickname: call; enemy: hate
rival; famous: celebrity star; die dead death: pass funeral lose; died dead: pass funeral; funeral: die bury death; bury: grave funeral;
surgery operation; surgery operation: operate knee hip appendix; hospital clinic: surgery operation ward; doctor: gp clinic hospital;
dentist: tooth; tooth: dentist cavity filling; pain ache hurt; pain hurt ache: headache migraine sore; injury: break sprain
twist fall bruise; accident: crash collide fall; crash: accident; cold: flu cough; illness: diagnose; diagnose diagnosis: diabetes cancer
asthma; tolerate: allergic allergy intolerant; allergy allergic; allergic: intolerant; kitten: cat; puppy: dog; dog breed: beagle labrador
poodle terrier shepherd collie dachshund retriever spaniel bulldog; cat breed: siamese persian; breed: dog cat; vet veterinarian; pet:
hamster vet; weigh weight: kilo kilogram pound fat heavy thin diet; weight: diet; diet: vegetarian vegan eat calorie; vegetarian vegan:
meat; tall height: centimetre metre foot inch; eye eyes sight vision: glasses lens contact blind; ear hearing: deaf; hair: blond brown
grey dye cut; sleep: insomnia bed night nap; tired exhausted: sleep fatigue; wake: alarm; alarm: wake; smoke smoking: cigarette quit;
drink: coffee tea wine beer sugar; eat: cook dinner lunch breakfast diet; cook: recipe dish bake; recipe: cook bake; fridge: empty milk
food; groceries shopping: supermarket buy; spice herb: coriander basil parsley mint pepper cumin thyme; restaurant: eat dinner menu table;
taste: sweet bitter sour spicy; hungry: eat food; thirsty: drink water; dislike hate detest; dislike hate: stand bear; like love enjoy
adore; favourite favorite: love prefer best; prefer: better like favourite; bad: terrible awful; best: favourite top; scared afraid
frightened; stress stressed: pressure deadline burn; worry worried: anxious concern fear; surprise: unexpected; proud: achieve win;
regret: wish; hope dream: want wish; dream goal: want hope aim plan; plan intend: want; want plan: hope dream intend; hobby: collect play
sing paint knit sew craft build; hobby interest pastime: collect enjoy; collect collection: stamp coin; exercise sport: train marathon
walk gym; train training: practise practice gym exercise; run: marathon jog race; race: marathon; swim: pool; team sport: play; win prize:
award medal trophy first; award prize: win receive; competition contest: win compete tournament; music: band song concert sing choir piano
guitar; band: guitar drum sing concert; sing singer: choir song; perform: play sing concert stage dance act; concert: band ticket play;
film movie: watch cinema; watch: series film show; series show: netflix season episode; read reading: book novel; book novel: read author;
language: speak learn fluent; speak: fluent language; learn: study course lesson practise; art: paint painting draw gallery museum; paint
painting: artist; photograph: camera; noise noisy: loud drum bark; noisy: loud; loud: noise; quiet: noise; smell: stink odour scent; bike:
cycle; commute: bike train bus drive cycle work car; transport: bus train tram bike car; drive: car license; car: drive skoda volvo toyota
bmw audi ford volkswagen tesla honda mercedes; licence license: driving test; drive driver; park parking: garage; repair fix:
mechanic plumber leak; leak: drip water; plumber: leak pipe water; maintenance: service repair; heating heat: boiler radiator stove;
electricity power: outage cut; power: electricity battery; battery: charge; kitchen: fridge oven dishwasher stove sink; bathroom: shower
toilet bath sink; garden yard: plant flower lawn grow; grow: plant; plant: grow water garden; rent: landlord lease tenant; landlord: rent
tenant; tenant: rent lease; mortgage: loan house bank; trip journey travel; travel trip: fly flight visit holiday train abroad; travel:
visit; vacation holiday: trip beach fly week july august travel; abroad: foreign country; fly flight: plane airport airline; airline
flight: plane lufthansa ryanair; hotel accommodation: stay room book airbnb; stay: hotel sleep live; luggage: suitcase bag; passport visa;
visit: guest see come; guest: visit stay; destination: trip travel fly; seat: window aisle sit; sit: seat; map: route; weather: cold hot
warm sunny cloudy temperature degree; temperature: degree cold hot warm; steal theft robbery: thief; steal: thief rob burgle;
thief: steal burglar; police: arrest thief crime; court: judge sue trial lawyer; sue: court lawyer; law legal: lawyer court; vote
election: elect; religion faith: church catholic muslim jewish buddhist; church religion: pray; war: soldier army; army military: soldier
serve; emergency: fire ambulance; evacuation: fire drill; drill: exercise; key: lock; lock: key door; place location;
location: office street city; headquarters: office based; office: building floor desk; floor: storey upstairs; room: office; close shut:
closed; open: hours; closed: holiday; deliver delivery: package parcel arrive; package parcel: deliver; order: buy deliver; shop store:
buy sell supermarket; sell: sale buyer; buy: order pay; gift present: birthday; give: gift present lend; clothes wear: dress shirt
shoe size coat; wear: clothes shirt glasses dress; size: large medium small; invent inventor: create; create make: build design write;
make: build produce; build: construct; design: draw designer; write author: novel book newsletter article; suggest recommend advise;
suggestion recommendation advice: recommend suggest advise; recommend: suggest; introduce: meet; meet: introduce; know: meet friend;
help: support; support: help helpdesk; helpdesk: support; responsible charge: run lead manage handle; manage run; organise organize
arrange; host: invite; invite: party guest; attend: go join come; join: member; member: join belong; club group: member team; remember:
remind forget; forget: remember; secret: tell; lie truth; promise swear; goal target; progress: finish; finish complete; success: win
pass; fail failure: reject lose break; attempt: try twice; frequently: daily weekly monthly; late: delay; delay postpone: late; postpone:
move delay; cancel: stop end; stop: quit end; change: switch replace move become; switch replace change: new; replace: new switch; miss:
lose late; increase raise: rise grow double higher; decrease reduce: fall cut lower; renovate: paint rebuild; data: database backup;
storage store: disk drive; database: table query; region: europe union; backup: save; retire retired retirement: work stop pension job;
pension: retire income money; widow widower: husband wife die; heart: attack; stroke: heart attack; joint: hip knee shoulder; limb: arm
leg; medication medicine: pill tablet dose prescription drop; pill tablet medicine; prescription: doctor pill; blood: pressure; lift
elevator: order stick; break: order repair; storey floor: stair flight; stairs: climb flight step; flat apartment: floor room; cards:
bridge poker; retiree pensioner: retire; call phone ring: talk speak; talk: call chat discuss; discuss: talk meeting; neighbour neighbor:
door; robber burglar thief: steal rob snatch burgle; rob robbery: purse wallet snatch; wallet purse; arrest: police catch; hunt: catch;
anxious worried nervous; worried worry: afraid; support: vote; party: vote elect; vote: party; savings: money save bank; save: money
savings; hide: keep; keep: hide store; recognise recognize know; memory: forget dementia; dementia alzheimer: forget; advise advice: tell
tip; dish: meal recipe; dance: ball; branch office; village town; storm: flood damage wind; damage: flood storm break fire; flood: water;
cover: insurance pay; hat: head cap; ring: finger; earring necklace ring jewellery jewelry; island: sea; origin: birth; immigrant: move
country; citizen citizenship nationality: passport country; tooth: lose; kindergarten nursery preschool daycare; daycare nursery: child;
homework: school; mark score result: exam test; fail: repeat; scholarship: study grant; thesis dissertation: write submit; professor
lecturer: university teach; semester term: university; library: book borrow; author: publish write; publish publication: book paper
article; journal diary: write; article: paper write newspaper; newspaper: read article; podcast: listen episode; listen: music podcast
radio; radio: listen; tv television: watch series; watch: look see; clock: time; spectacles glasses; deaf: hear; blind: see; wheelchair:
walk disabled; disability disabled; crutch: leg; bandage: wound; bleed blood: cut; burn: fire hot; scar: cut operation; vaccine
vaccination jab: vaccinate; therapy therapist: psychologist depression; depression depressed: sad therapy; mental: depression anxiety;
anxiety: panic afraid; addicted addiction: drink smoke gamble; drink: alcohol; sober: drink alcohol; hangover:
drink; lunch: noon; breakfast: morning; dinner supper: evening; bread: bake bakery; bakery baker: bread bake; butcher: meat; grocer:
vegetable; cafe coffee; sugar sweet; salt salty; cutlery: fork knife spoon; crockery: plate cup bowl; pan pot; cleaning clean: vacuum wipe
mop tidy; laundry: wash clothes; wash: laundry clean; iron: shirt; tidy: clean; chore: clean wash; furniture: ikea; bed: sleep mattress;
window: curtain glass; wall: paint; roof: leak tile; basement cellar; attic loft; shed: garden; fence: garden neighbour; lawn grass: mow;
mow: lawn; tree: cut plant; bee: honey hive; fish: aquarium tank; bird: feeder nest; chicken hen: egg; horse: ride stable; ride: horse
bike; walk: dog hike; hike hiking: mountain trail walk; mountain: climb hike; climb: mountain; ski skiing: snow slope; snow: ski winter;
beach: sea swim; sea: swim sail; sail sailing: boat; boat ship: sail; ferry: boat; camp camping: tent; tent: camp; rail railway: train;
station: train; ticket: train concert buy; tram subway metro; traffic: jam congestion; petrol fuel: tank diesel; tyre tire: flat wheel;
brake: car; engine motor; mechanic: car repair; inspection: car pass; helmet: bike; fine penalty: speed park; speeding: fine; accident:
injure; pedestrian: walk; charger charge: cable battery; cable: plug; wifi internet: router password network; router: internet; internet:
connection online; video: youtube camera film; photo: camera album; picture: draw photo; typeface: font; server: host rack; cluster:
kubernetes; container: docker; deployment pipeline: ci; pipeline: build; test: pass qa suite; flaky: test; coverage: test; merge: branch
pull; review: pull approve; ticket: jira issue; issue: github; sprint: week planning; standup: daily; retrospective retro; milestone:
deadline; roadmap: plan quarter; quarter: q1 q2 q3 q4; estimate: point week; architecture: design; specification spec: document;
documentation docs: write; document: pdf file paper; file: folder document; spreadsheet: excel; table: spreadsheet; dashboard: chart
grafana; monitoring monitor: alert grafana; alert: page; incident: outage postmortem; postmortem: incident; security: breach
vulnerability; vulnerability: patch; breach: leak hack; hack hacker: breach; encrypt encryption: key; permission access: allow role; role:
position title; position: job role; title: role; department: team division; team: squad; headcount: employee person; remote: home; office:
remote; freelance freelancer: contractor; contractor: freelance; consultant: advise; agency: freelance; startup: found company; founder
found: start company; founder: ceo; ceo: chief executive; cto: chief technology; cfo: chief finance; investor: raise fund round; funding:
raise round investor; acquire acquisition: buy takeover; merger: merge; bankrupt bankruptcy insolvent; strike: union; union: worker;
warehouse: store stock; stock inventory; shipment shipping: deliver parcel; return: send refund; warranty guarantee; manual: instruction;
price: rise; inflation: price; market: sell stall; advertise advertisement advertising: campaign ad; campaign: advertise; brand: logo
name; logo: design; slogan: motto; newsletter: subscribe email; subscriber: newsletter; subscribe subscription: month pay cancel;
membership: member fee; fee: pay charge cost; tip: waiter; donate donation charity; volunteer: charity help; refugee: flee; adopt
adoption: child shelter; orphan: parent; twin: brother sister; eldest oldest: first; youngest: last; surname: name; maiden: name surname;
engaged engagement: ring propose fiance; fiance fiancee: engage; propose: ring; girlfriend boyfriend: date; date dating: meet; affair:
cheat; cheat: affair; jealous: envy; lonely: alone; shy: quiet; personality character: shy kind funny; kind: nice friendly; rude:
impolite; funny: joke laugh; joke: laugh funny; laugh: joke; cry: sad tear; smile: happy; strength weakness; skill talent: good; good:
skill; clumsy: drop; punctual: late time; messy: tidy; generous: give; stingy: money; brave: fear; stubborn: mind; patient: wait; curious:
ask; religious: church believe; believe: god; god: church; prayer: pray; superstitious: luck; luck lucky: win; lottery: win; gamble: bet;
bet: win; chess: play; puzzle: crossword; toy: play; doll: toy; playground: play; birthday: turn cake party; turn: birthday; anniversary:
year; christmas: december tree; easter: april egg; summer: june july august; winter: december january february; spring: march april;
autumn: september october november; weekend: saturday sunday; morning: breakfast early; evening: dinner; night: sleep dark; midday noon:
lunch; dark: light; light: lamp; lamp bulb: light; candle: light; fireplace: fire; smoke: fire alarm; alarm: fire; extinguisher: fire;
rescue: save; survive: live; disaster: flood earthquake; pollution: air; recycle recycling: rubbish paper; garbage rubbish trash: bin
collect; bin: rubbish; toilet: bathroom; soap: wash; towel: bath; haircut hairdresser barber: hair; makeup: lipstick; perfume: scent;
tattoo: arm; beard: shave; shave: beard; nail: finger; skin: cream rash; rash: skin itch; itch: skin; sneeze: allergy cold; cough: cold;
fever: temperature; thermometer: temperature; dizzy: faint; faint: collapse; nausea sick: vomit; vomit: sick; stomach belly tummy;
stomach: ache; throat: sore; lung: breathe; breathe: asthma; kidney: stone; bone: break fracture; muscle: strain; neck: stiff; head:
headache; headache: migraine; brain: concussion; sight: see; avoid: allergic allergy intolerant; repair fix: break; holiday
vacation: trip travel; paediatrician: child; medal: win; hometown: village; belief: believe; refuse: reject; argument quarrel; workout
exercise: gym; trigger: cause;
vaccine vaccination jab injection immunization; vaccine vaccination jab: flu tetanus;
injection: needle insulin; equipment gear kit; equipment: tool machine device; tool: hammer drill saw wrench
screwdriver pliers; accountant bookkeeper; accountant: tax; accounting: invoice tax; electrician: wire socket fuse light; carpenter joiner:
wood table door shelf; gardener: garden hedge lawn; tailor: dress suit; locksmith: lock key; manuscript: draft novel book chapter;
publisher: book novel manuscript magazine; publish: book paper article journal; editor: draft article chapter; media press:
newspaper journalist article interview radio television; journalist reporter; journalist: interview article newspaper; grant funding:
scholarship fund award euro dollar; sponsor: fund donate; fund finance: grant invest; invest investment: stock share bond fund; secret:
hide confidential surprise; confidential: secret; submit: hand deliver deadline; suitcase luggage baggage; baggage: airport; itinerary:
route flight hotel; ingredient: flour egg butter sugar; recipe: ingredient bake cook; cuisine: italian indian thai mexican chinese
japanese food; musician: guitarist pianist drummer singer violinist band; exhibition exhibit: museum gallery; sculpture:
statue; poem poetry: poet verse; actor actress: film movie play role; champion championship: win title; infection: antibiotic virus
wound; antibiotic: infection; virus: flu covid; vitamin: supplement; pharmacy pharmacist chemist: medicine prescription pill; ambulance:
emergency hospital; ceremony: wedding funeral award; invitation invite: guest party wedding; guest visitor; neighborhood neighbourhood:
street district; balcony terrace; basement cellar; plumbing: pipe leak tap; renovation renovate: repaint paint kitchen bathroom floor;
decorate: paint balloon tree; motorcycle motorbike; bicycle bike cycle; border: customs passport; burglary: break steal thief; sentence:
prison year; election: vote win candidate; government: minister president parliament; protest demonstration; protest: march strike;
donation donate: charity give money; tradition custom; translate translation: language english german french spanish; forecast: rain sun
snow storm; climate: hot dry rain; harvest: apple grape wheat; farm farmer: cow sheep field crop tractor; crop: wheat corn; river stream;
lake pond; distance: kilometre mile far; direction: north south east west; material: wood metal cotton plastic steel leather; fabric
cloth: cotton wool silk linen; jacket coat; shape: round square triangle; agenda: topic meeting; minutes: meeting; milestone: release
deadline; factory plant: machine worker produce; prototype: test model demo; experiment trial: result test
measure; laboratory lab: experiment sample; hypothesis theory; tuition: fee school; apology: sorry;
friendship: friend; toddler: child year; teenager: son daughter year; ancestor:
grandfather grandmother; inheritance inherit: will leave die; storage: cellar shelf garage; costume: dress mask; souvenir: buy bring;
vegetable: carrot onion potato tomato pepper; herb: basil mint parsley; nut: almond walnut; berry: strawberry blueberry raspberry
`;

/**
 * What things are of a kind: a question that names the kind ("do they have pets?") asks for each of them. Common knowledge, chosen by
 * hand; kinds that people ask for, with what is told of most.
 */

/** The kind, in all its words, before the colon; then what is of it. */
export const HYPONYMS = `
pet: dog cat puppy kitten hamster rabbit parrot goldfish tortoise budgie
animal: dog cat horse cow bird fish sheep goat pig fox deer bear rabbit
instrument: piano guitar violin viola cello flute trumpet drum saxophone clarinet harp ukulele bass trombone oboe accordion
sport: football soccer tennis basketball hockey volleyball baseball golf rugby cricket swimming skiing boxing running climbing surfing judo karate rowing sailing skating cycling badminton handball fencing
exercise workout: run running yoga gym swim swimming jog jogging pilates hike cycling
hobby: pottery knitting painting gardening hiking photography chess baking cooking sewing climbing reading fishing dancing
vehicle: car truck van bus motorcycle bike scooter tractor
parent: mother father mum mom dad
sibling: brother sister twin
relative family: mother father sister brother aunt uncle cousin grandmother grandfather grandma grandpa niece nephew wife husband son daughter
child kid: son daughter baby toddler
partner spouse: wife husband girlfriend boyfriend
colleague coworker: boss manager teammate
profession occupation job work: nurse teacher lawyer engineer doctor chef baker pilot accountant designer developer programmer writer artist
language: english german french spanish portuguese italian russian chinese mandarin japanese korean arabic polish dutch turkish swedish hindi
colour color: red green blue yellow black white orange purple pink brown grey
country: germany france italy spain portugal england scotland ireland sweden norway denmark finland poland austria switzerland greece turkey russia china japan india brazil canada mexico australia america usa
fruit: apple pear banana orange grape cherry plum peach mango melon strawberry raspberry
vegetable: carrot broccoli spinach cabbage tomato cucumber onion lettuce potato
meat: chicken beef pork ham bacon steak lamb turkey sausage
drink beverage: coffee tea beer wine juice water lemonade cocktail milk
alcohol: beer wine whisky vodka gin rum champagne
food dish: pizza pasta sushi bread soup salad curry rice cheese burger sandwich cake stew noodle
dessert: cake pie pudding cookie
meal: breakfast lunch dinner supper
medicine medication drug: penicillin ibuprofen aspirin antibiotic insulin paracetamol vaccine
illness disease sickness health: flu fever cancer diabetes asthma allergy allergic migraine pneumonia infection hurt pain surgery hospital
injury injured hurt: break sprained wrist ankle fracture burn wound
appliance: dishwasher fridge oven washer dryer stove microwave toaster
furniture: sofa couch table chair bed desk shelf wardrobe
weather: rain snow storm sun thunderstorm wind fog hail
feeling emotion mood: happy sad angry afraid anxious proud lonely excited
holiday: christmas easter thanksgiving hanukkah
game: chess poker monopoly scrabble catan
book: novel biography memoir
flower: rose tulip lily daisy orchid sunflower
tree: oak pine birch maple willow
clothes clothing: shirt dress jacket coat trousers jeans skirt sweater
shoe: boot sneaker sandal
building: house tower church school museum
database: postgres postgresql mysql mongodb sqlite redis
company employer: works work job hired
money income: salary rent budget loan wage
scared scare fear: afraid frightened terrified phobia
writer author: novelist poet
birthday: born birth
doctor: dentist surgeon physician pediatrician paediatrician therapist gp dermatologist cardiologist psychiatrist oncologist
present gift: give
relative: grandparent
break: leaked leak cracked crashed failed
headache: migraine
pain ache: headache migraine backache toothache cramp sore
fracture: break wrist arm leg ankle rib
symptom: fever cough headache migraine rash nausea vomiting dizziness pain ache
tool: drill hammer saw screwdriver wrench spanner pliers axe ladder shovel spade rake
nut: peanut almond walnut hazelnut cashew pistachio
seafood: fish shrimp prawn crab lobster mussel oyster salmon tuna
insect bug: bee wasp ant beetle mosquito butterfly moth fly spider
pest vermin: mouse rat cockroach moth ant termite
bird: parrot owl robin sparrow eagle duck goose swan pigeon crow canary budgie
fish: salmon trout tuna cod goldfish carp
currency: euro dollar pound yen franc rouble rupee krona peso
subject: math mathematics physics chemistry biology history geography latin literature economics philosophy
genre: jazz rock classical blues pop metal techno reggae folk country thriller comedy horror fantasy crime
metal: gold silver iron steel copper brass bronze aluminium tin lead
jewellery jewelry: ring necklace bracelet earring brooch watch
spice herb: pepper cumin cinnamon coriander basil parsley mint thyme oregano saffron turmeric ginger
snack: crisps chips nuts popcorn chocolate biscuit cookie
sweet: chocolate candy cake cookie toffee liquorice
phobia: spider height needle thunder dark flying clown
martial: judo karate taekwondo aikido boxing
`;

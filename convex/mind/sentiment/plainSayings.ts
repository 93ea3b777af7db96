/**
 * Set phrases in which a word of feeling feels nothing: "error log", "free space", "care home", "it looks like". An agent that
 * is told of work is told such things all day. Common knowledge of English, chosen by hand; not derived from rated data.
 */

/** One a line, as in `sayings.ts`, all of them plain. */
export const PLAIN_SAYINGS = `
best friend|friends|man|before|practice|practices|regards|guess|western
good old
blood type|group * negative|positive
type|group is a|b|ab|o negative|positive
is|am|was a|b|ab|o negative|positive
a|b|ab|o negative|positive blood|donor|donors
head|heads|face|hand|hands|feet|legs|swim|swims|swam|swum|swimming|dive|dives|dived|dove|diving ^ under|below water
test|tests|sample|samples|swab|swabs BE ^ negative|positive
positive|negative control|controls|number|numbers|integer|integers|charge|charges|pole|terminal|value|values
error|errors|warning|warnings|alert|alerts|fault|exception log|logs|rate|rates|handler|handlers|message|messages|code|codes|page|pages|threshold|thresholds|level|levels|channel|budget|type|types|class|boundary|handling|tracker|tracking|margin|bar|bars
support team|teams|ticket|tickets|agent|agents|desk|staff|line|page|hours|engineer|engineers|channel|inbox|request|requests|contract|plan|never|did|didn't|has|hasn't|had|was|wasn't|is|isn't|answered|answers|replied|replies|responded|responds|said|says|told|asked|asks|will|won't
customer|technical|tech|contact|contacted|contacting|call|called|calling|email|emailed|ask|asked|tell|told|message|messaged ^ support
crash report|reports|course|test|tests|log|logs|dump|dumps
restore|restores procedure|procedures|point|points|script|test|tests|job|jobs|command|time|from
backup|backups|database|data ^ restore|restores
failure mode|modes|rate|rates|domain|domains
dead letter|letters|code|link|links|line|reckoning|simple|easy|slow|ahead|sea|calm|centre|center|heat|zone|leaf|leaves|wood
drop-dead date|deadline|gorgeous
fatal|critical ^ error handler|log|logs|code|codes
stop word|words|sign|list|codon|button|motion
bus|tram|train|next|first|last ^ stop|stops
kill|kills|killed|killing * process|processes|job|task|thread|session|container|pod|daemon|script|tab
kill switch|switches|time
process|processes|job|task|thread|session|container|pod|daemon|script|tab BE ^ killed
shooting star|stars|range|schedule|guard|script|location
film|photo|video|fashion ^ shoot|shoots|shooting
bamboo|green|young|bean|pea ^ shoots
flu|booster|espresso|long|best|wide|aerial|vaccine|vodka|penalty|free|jump|slap ^ shot|shots
shot glass|glasses|list|put
stroke rate|rates|engine|engines|count|width|order|length|style
brush|pen|key|back|breast|swimming ^ stroke|strokes
poison ivy|oak|sumac
tug of ^ war
murder mystery|mysteries|novel|novels
bomb squad|disposal|shelter
bath|photo ^ bomb|bombs
leak|leaks detector|detectors|detection|test|tests
burn rate|rates|down|chart
bleeding edge
collapse|collapses|collapsed button|buttons|list|lists|menu|section|sections|panel|sidebar|row|rows|tree|view|state|all
list|lists|menu|section|sections|panel|sidebar|tree|rows ^ collapse|collapses|collapsed
steal|steals|stole the show|limelight
roll|rolls|rolled|rolling|throw|threw|cast a|the ^ die
die is cast
die cast|casting|cutter|size
growth|life|kitchen ^ hack|hacks
hack day|week|night
blaze orange
candle|candles|incense|wood|logs ^ burn|burns|burned|burning
burn|burns|burned|burning calories|fat|wood|oil|candles|incense|cds
theft|fraud insurance|protection|prevention|detection|department|team|alarm
infection control|prevention|rate|rates
criminal law|lawyer|lawyers|justice|code|court
pain medicine|medication|clinic|scale|management
play|plays|played|playing * chess|cards|poker|dominoes|scrabble|football|soccer|tennis|basketball|volleyball|handball|hockey|rugby|golf|cricket|badminton|squash|bowls|darts|piano|violin|viola|cello|guitar|flute|trumpet|drums|clarinet|saxophone|harp|organ|recorder|trombone
favourite|favorite colour|color|number|letter|season|subject|animal|weekday|month|food|dish|fruit|drink|sport
know|knows|knew|guess|wonder|wonders|asks|asked|check who ^ won|wins|win|lost|loses
illegal|invalid character|characters|argument|arguments|state|token
function|method|constructor|command|script|call|parameter|program * ^ argument|arguments
weak reference|references|typing|pointer
strong typing|password|passwords|consistency|coffee|tea|reference
block size|sizes|storage|number|height|letters|diagram
low byte|bit|bits|tide|frequency|resolution|latitude|season
top row|rows|floor|shelf|level|left|right|of|bar|corner|drawer|layer|line|half|menu|edge
free slot|slots|space|memory|tier|trial|text|form|variable|variables|disk|room|rooms|seat|seats|table|tables|list
escape key|character|characters|sequence|sequences|route|room|quotes
threat model|models|modelling|modeling|actor
attack surface|vector|vectors
risk assessment|register|analysis|management|score|level
security|rescue|trust|credit|energy|welfare|safety|justice|charity|debt|crisis|disaster|emergency|fraud|crime|war|terror|relief|murder|poison|peace|freedom|growth|gift|fun|party|hospitality|beauty firm|firms|company|companies|agency|agencies|provider|providers|supplier|suppliers|consultant|consultants|consultancy|contractor|contractors|industry|sector|unit|units|squad|squads|correspondent|correspondents|reporter|reporters|worker|workers|shop|shops|office|offices|department|departments|museum|museums|service|services|union|unions|bureau|inspector|inspectors|officer|officers|dog|dogs|boat|boats|helicopter|helicopters
security guard|guards|group|groups|team|policy|policies|update|updates|key|keys|code|settings|camera|cameras|question|questions|officer|number|check|desk|context|token
emergency exit|exits|number|numbers|contact|contacts|room|brake|services|call|button|kit|plan|plans|procedure|procedures|training|fund|stop|light|lights|phone|phones
burglar|intruder|smoke|carbon|car|baby|security ^ alarm|alarms
false ^ alarm|alarms
flu|covid|measles|tetanus|cholera|polio|rabies|hepatitis|malaria|typhoid|shingles ^ jab|jabs|vaccine|vaccines|vaccination|vaccinations|booster|boosters|shot|shots
trust ^ raises|raised|runs|ran|owns|owned|says|said|plans|planned|manages|managed|announced|charges|charged
hospital|nhs|school|academy|housing|family|land|wildlife|woodland|unit|investment ^ trust|trusts
sugar|gluten|toll|tax|duty|lactose|dairy|fat|nut|nuts|meat|wheat|egg|eggs|soy|salt|alcohol|caffeine|caffein|hands|hand|lead|phosphate|royalty|pet ^ free
sugar-free|gluten-free|toll-free|tax-free|duty-free|lactose-free|dairy-free|fat-free|nut-free|meat-free|egg-free|alcohol-free|caffeine-free|hands-free|lead-free|freephone
^ no sugar|wool|milk|nuts|peanuts|gluten|dairy|meat|pork|fish|onion|onions|garlic|salt|ice|cream|sauce|mayo|cheese|eggs|shellfish|pets|dogs|smoking|shoes|alcohol|flash|photos
emergency|earthquake|evacuation|disaster|tsunami drill|drills
flood|accident|earthquake insurance|prevention|statistics|form|forms
accident report|reports
flood light|lights|plain|plains|barrier|barriers|map|maps|gate|gates|defences
disaster recovery|plan|plans|film|films|movie|movies|relief
fire station|department|brigade|drill|drills|door|doors|exit|exits|extinguisher|extinguishers|hydrant|escape|alarm|alarms|engine|truck|pit|wood|safety|hose|marshal|warden|blanket|inspection|regulations|code|certificate|break
by|around|round|near the ^ fire ~
crisis team|line|centre|center|management|manager
war museum|memorial|room|cabinet|game|games|film|films|novel|novels
cancer ward|research|centre|center|screening|clinic|charity
crime desk|novel|novels|series|fiction|writer
gun law|laws|control|licence|license|permit
defence|defense ministry|minister|department|contractor|budget
death certificate
problem set|sets|statement|solving|number
support team|ticket|tickets|desk|engineer|engineers|staff|agent|agents|contract|page|email|case|cases|request|requests|portal|group
care home|homes|worker|workers|plan|plans|instructions|label|taker
party leader|member|members|conference|spokesman|spokeswoman|chairman
interest rate|rates|payment|payments
credit card|cards|note|notes|score|limit|limits|transfer|rating|agency
benefit|benefits office|department|form|claim
asset|assets list|lists|id|ids|class|classes|and|file|files|folder|folders|store|manager|management|bundle|pipeline
grant office|program|programme|application|applications|proposal|agreement|number
trust fund|company|store|boundary|certificate
award ceremony|category
gift shop|wrap|box
treasure map|hunt
energy meter|company|bill|bills|price|prices|consumption|provider|supplier|sector|market|use|usage|level|levels
warm water|tap|coat|clothes|start
natural gas|science|sciences|history|language|languages|number|numbers|key|keys|join
gross domestic|income|profit|margin|weight|salary|pay|sales|revenue|amount|tonnage
original file|files|text|version|copy|source|image|author|title|document|message|price|size|order|language
responsible for|party
opportunity id|stage
challenge response|header|token
play|save|cancel|like|share|submit|help|reject|accept|ignore|panic button|buttons|key|icon
save|saves|saved|saving * file|files|document|draft|settings|changes|copy|image|data|state|password|link|page|record
save file|files|game|point
charge|charges|charged|charging * phone|battery|laptop|car|fee|fees|card|customer|euros|dollars|account|station|cable
cut|cuts|cutting * bread|cake|paper|grass|hair|onion|onions|vegetables|slices|pieces|half|wood
alarm clock|clocks
alarm BE set
on ^ demand
supply and ^ demand
demand ^ and supply
a|the|old|deep|dry ^ well ~
saline|salt|salty|sugar|soap|soapy|buffer|acid|acidic|alkaline|aqueous|cleaning|bleach|vinegar|alcohol|stock|lens|iodine|chlorine|nutrient|electrolyte|glucose|ammonia|chemical|percent|molar|normal ^ solution|solutions
solution|solutions contains|contain|contained|boils|boiled|turns|turned|evaporates|evaporated|freezes|froze|cools|cooled|bubbles|bubbled|dissolves|crystallises|crystallizes|crystallised|smells|weighs
solution|solutions of * salt|sugar|soap|water|acid|soda|bleach|alcohol|vinegar|ammonia|chloride|glucose|iodine|equation|equations|exercise|exercises|integral
solution|solutions BE stirred|heated|cooled|poured|diluted|filtered|acidic|alkaline|sterile|salty|stored|boiled|blue|red|green|yellow|colourless|transparent|kept
stir|stirred|heat|heated|pour|poured|mix|mixed|dilute|diluted|boil|boiled|filter|filtered|shake|drain|inject|weigh * ^ solution|solutions
equation|equations|system has|have * ^ solution|solutions
the|a|an|this|that|each|every|our|his|her|my|their|new|school|stage|radio|puppet|christmas|nativity|first|second|last|next ^ play|plays
play|plays about|by
play|plays BE|tells|told|opens|opened|begins|began|starts|started|ends|ended|runs|ran|lasts|lasted|has|had
yes or|and ^ no
no or|and ^ yes
^ yes or|and no
as ^ well
well below|above|before|after|over|under|into|as
would|i'd|we'd|you'd|he'd|she'd|they'd|should ^ like
look|looks|looked|looking|feel|feels|felt|sound|sounds|sounded|seem|seems|seemed|smell|smells|taste|tastes|BE|just|more|less|something|anything|nothing ^ like
like|as|just ^ like this|that|these|those
sounds|sound|sounded like
pretty|fairly ^ much
chance|chances of rain|snow|showers|frost|sun
please find|see|note|send|refer|check|reply|confirm|submit|fill|read|open|enter|click|select|wait|contact|update|add|use
yours ^ sincerely|truly|faithfully
dear mr|mrs|ms|dr|sir|madam|all|team|colleagues|customer|customers
kind ^ regards
best ^ regards
warm ^ regards
`;

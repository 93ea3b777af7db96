/**
 * Words of opinion that neither VADER nor AFINN rates: "flimsy", "tedious", "heartening". From the Opinion Lexicon of Minqing Hu and
 * Bing Liu (KDD 2004; as NLTK distributes it: Copyright 2011 Bing Liu, CC BY 4.0), which lists words without their force.
 * Left out here, by hand, is what mostly tells and does not judge where people write of work and of their days: "work", "right", "fast",
 * "cold", "break", "issue".
 */

const POSITIVE = `
  abundance abundant acclamation accolades achievement achievements achievible acumen adaptable adroit
  adroitly adulate adulation adulatory affability affable affably affinity affluence affluent affordably
  afordable agilely agility alluring alluringly altruistically amazingly ambitiously ameliorate amenable
  amiability amiabily amiable amicability amicably amity angelic apotheosis appeal approve ardently ardor
  aspiration aspirations aspire astonish astonishing astonishingly astonishment astutely attentive
  auspicious authentic avidly awe awed awesomely awesomeness awestruck awsome beautifullly believable
  believeable benifits best-performing better-than-expected beutifully blissfully bolster bonny booming
  boundless bountiful brainiest brainy bravo breathlessness breathtakingly brotherly bullish capability
  capably captivate captivating catchy celebratory charismatic chaste cherub chivalrous chivalry civility
  civilize cleanest cleanliness cleanly comely comfy commendable commendably conciliatory congenial
  congratulatory conscientious constructive convenient convience convienient convient coolest cooperative
  cooperatively cost-effective cost-saving cozy credence credible crisp crisper cushy dashing dazzle dazzled
  dead-cheap decency decent decisiveness delicacy dependable dependably deservedly deserving dexterous
  dexterously dextrous diligence diligent diligently dirt-cheap dreamland earnestness easy-to-use ebullience
  ebullient ebulliently edify effectual efficacious effortless effusion effusive effusively effusiveness
  elan elatedly electrify eloquence eloquent eloquently embolden eminence eminent empathize empathy enchant
  enchanting enchantingly endear endearing endorsing energy-efficient energy-saving enhance enhanced
  enhancement enhances enlightenment enliven ennoble enrapt enraptured enrich enrichment enthrall enthralled
  entice enticed enticing enticingly entranced entrancing entrust enviable enviably equitable ergonomical
  err-free erudite eulogize euphorically everlasting exalt exaltation exalted exaltedly exalting exaltingly
  examplar examplary exceedingly excelent excellant exceptional exceptionally excitedness exellent exemplar
  exemplary exhilarate exhilaratingly exhilaration exquisitely extol extoll extraordinarily extraordinary
  exuberance exuberantly exult exultation exultingly eye-catch eye-catching eyecatch eyecatching fancinating
  fantastically fascinatingly fashionable fashionably feature-rich fecilitous feisty felicitate felicitous
  felicity fervently fervidly fervor fine-looking finely first-class first-in-class first-rate flourish
  flourishing fortitude fortuitous fortuitously frolic fruitful gaiety gaily gainful gainfully galore genius
  genuine gifted gladden gladness gleefully glisten glistening glitz glowing glowingly godlike goood gooood
  greatness groundbreaking gumption gusto gutsy halcyon hallowed handy headway heal healthful hearten
  heartening heartily helped high-quality high-spirited hospitable idolize idolized idyllic illuminating
  imaculate immaculate impassioned impeccable impeccably incredible incredibly inestimable inestimably
  inexpensive infallibility infallible infallibly ingenious ingeniously ingenuity ingenuous ingenuously
  innocuous inpressed insightful insightfully instructive intriguing intriguingly intuitive invaluable
  invaluablely inventive invincibility inviolable inviolate irreplaceable irreproachable jaw-droping
  jaw-dropping jubilantly jubilate jubilation jubiliant judicious justly kindliness knowledgeable laud
  laudable laudably lavish lavishly law-abiding lawful lawfully legendary levity light-hearted lionhearted
  long-lasting lovably loveliness lucidly luster lustrous luxuriant luxuriate luxurious luxuriously magical
  magnanimous magnanimously majestic marveled marvelled marvellous marvelously marvelousness masterful
  masterfully mastery matchless maturely maturity memorable merciful mercifully mesmerized mesmerizes
  mesmerizingly meticulous meticulously mind-blowing miracles miraculous miraculously miraculousness nimble
  nourishing opulent originality outdo outdone outperforming outshine outshone outsmart outstandingly
  outstrip outwit ovation pamper pampered pamperedly pamperedness peerless perseverance phenomenal
  phenomenally pleasingly plentiful powerfully prestigious prettily priceless problem-free prodigiously
  prodigy productive productively proficient proficiently profound profoundly profuse profusion propitious
  propitiously prosper prowess quaint rapport raptureous raptureously rapturously razor-sharp reaffirmation
  redeeming refreshing rejoicingly rejuvenate rejuvenated rejuvenating remarkably remedy renowned reputable
  resilient resourceful resourcefulness resplendent responsibly revelation revere revitalize revolutionize
  revolutionized revolutionizes risk-free rock-star rock-stars rockstar rockstars roomier roomy rosy
  sagacity sagely satisified savvy scenic self-respect sensational sensationally skillful skillfully sleek
  smitten smooth smoother smoothest smoothly snappy snazzy solace soothingly soulful spacious spectacular
  spectacularly speedily speedy spellbind spellbinding spellbindingly spellbound spontaneous standout
  state-of-the-art staunchness steadfastness stellar stellarly stirringly stunningly stupendous stupendously
  sturdier sturdy stylish stylishly suavely sublime succes sumptuous sumptuously sumptuousness superbly
  supurb supurbly surpass swankier swankiest swanky tantalize tantalizing tantalizingly tenacious
  tenaciously tenacity thrive thriving thumbs-up time-honored titillate titillating titillatingly top-notch
  top-quality topnotch tremendously trouble-free twinkly unassailable unbeatable uncomplicated undamaged
  undaunted understandable unfazed unforgettable unparalleled unrivaled unwavering upbeat uplift upliftingly
  upliftment user-friendly valiant valiantly valor versatile versatility vibrantly victorious well-balanced
  well-behaved well-bred well-informed well-intentioned well-made well-managed well-mannered well-received
  well-regarded well-rounded well-run well-wishers wellbeing wholeheartedly wholesome windfall witty
  wonderous wonderously wondrous world-famous worth-while worthiness zeal zippy
`;

const NEGATIVE = `
  abnormal abolish abominable abominably abominate abomination abort aborted aborts abrade abrasive abscond
  absent-minded absurd absurdity absurdly absurdness abysmal abysmally abyss accost accursed accusingly
  acerbate acerbic acerbically achey acrid acridly acridness acrimoniously acrimony addict addicted addicts
  admonisher admonishingly admonishment admonition adulterate adulterated adulteration adulterier afflict
  affliction afflictive affront aggravation aggrieve aggrieved aggrivation agonies aground ail ailing
  ailment aimless alienate alienated allergies allergy aloof altercation ambush amiss amputate anemic
  annihilate annihilation annoyingly anti-social antipathy antiquated antithetical appal arduous arduously
  asinine asininely asinininity asperse aspersion aspersions assail assassin assassinate assult astray
  atrocities atrophy autocrat autocratic avalanche avarice avaricious avariciously aweful awfully awfulness
  backache backaches backaching backbite backbiting backwardness baffle baffled bafflement baffling banal
  banalize banishment barbarically barbarity barbarously barren baseless bashed bashing battered battering
  batty bearish bedlam bedlamite befoul beggar beggarly belabor beleaguer belie belittling bellicose
  belligerence belligerent belligerently bemoan bemoaning berate bereavement bereft berserk beseech besiege
  besmirch bestial betrayals betrayer bewail beware bewilder bewildered bewildering bewilderingly
  bewilderment bicker bickering bid-rigging bigotries bigotry blab blabber bland blandish blaspheme
  blasphemous blasphemy blatant blatantly blather bleak bleakly bleakness bleed bleeding bleeds blemish
  blindside blistering bloated blockage blockhead bloodshed bloodthirsty blotchy blunder blundering blunders
  boggle bogus bombard bombardment bombastic botch bowdlerize braggart bragger brainless brainwash brashly
  brashness brat brazen brazenly brazenness break-up break-ups breakup breakups bribery brimstone
  broken-hearted browbeat bruise bruised bruises bruising brusque brutish bs bugging buggy bullies bullshyt
  bullyingly bumpy bungle bungler bungling burdensomely butchery calamities calamitous calamitously calamity
  callous calumniate calumniation calumnies calumnious calumniously calumny cancerous cannibal cannibalize
  capitulate capricious capriciously capriciousness capsize carnage cash-strapped castigate castrated
  cataclysm cataclysmal cataclysmic cataclysmically catastrophes catastrophically catastrophies caustic
  caustically censure chafe chaff chasten chastisement cheapen cheaply cheesy chintzy choleric chronic
  clamor clamorous cliche cliched clog clogged clogs clumsy clunky coerce coercive collude collusion
  commiserate complicated complication complicit conceit conceited concern concerns condemnable condescend
  condescending condescendingly condescension confound confounded confounding congested congestion
  conspiracies conspirator conspiratorial conspire consternation contention contort contortions contrariness
  contravene contrive contrived convoluted corrode corrosion corrosions corrosive corruptted costlier
  counter-productive counterproductive coupists crabby crack cracked cracks cramped cramping cranky craps
  crass craven cravenly credulous creepy cringe cringed cringes cripple crippled cripples crippling cronyism
  crook crooked crooks crumble crumbling crummy crumple crumpled crumples culpable culprit cumbersome
  cuplrit cursed curses curt cutthroat dastard dastardly daunt daunting dauntingly deadbeat debacle debase
  debasement debaser debauch debaucher debauchery debilitate debilitating debility debts decadence decadent
  deceitfully deceitfulness deceiver deceivers deceptively declaim declining decrepit decrepitude decry
  defamation defamations defamatory defame defiance defiantly defile defiler defrauding defy degenerate
  degenerately degeneration dehumanization dejectedly dejection delaying delays delinquency delinquent
  delirious delirium delude deluded deluge delusion delusional delusions demean demeaning demise demolish
  demolisher demon demonic demonize demonized demonizes demonizing demoralizingly denigrate dent dented
  dents denunciate denunciation denunciations deplete deplorable deplorably deploringly deprave depraved
  depravedly derisive derisively derisiveness derogatory desecrate desertion desititute desolate desolately
  desolation despicable despicably despoil despoiler despondence despondency despondently despot despotic
  despotism destabilisation destitute destitution desultory deterioration detest detestable detestably
  detested detesting detests detract detracted detracting detraction detracts detriment detrimental devious
  deviously deviousness devoid diabolic diabolical diabolically diametrically diappointed diatribe diatribes
  dictator dictatorial dies diffidence dilapidated dilly-dally direly direness dirtbag dirtbags dirts
  disaccord disaffect disaffected disaffirm disallow disapointed disapointing disapointment disapprobation
  disarm disarray disasterous disastrously disavowal disbelief disbeliever discombobulate discomfit
  discomfititure discompose disconcert disconcerted disconcerting disconcertingly disconsolately discontent
  discontentedly discordance discordant discountenance discourteous discourteously discoutinous discredit
  discrepant discrimination disdained disdainful disdainfully disfavor disgraceful disgracefully disgruntle
  disgruntled disgustfully dishonestly dishonesty dishonor dishonorable dishonorablely disingenuous
  disingenuously disintegrate disintegrated disintegrates disintegration disloyal disloyalty dismally
  dismalness dismissive dismissively disobedience disobedient disobey disoobedient disordered disorderly
  disorient disown disparagingly dispirit dispirited dispiritedly dispiriting displace displaced displease
  displeasing disputable disquieting disquietingly disquietude disregardful disreputable disrepute
  disrespectable disrespectablity disrespectful disrespectfully disrespectfulness disrespecting diss
  dissapointed dissappointed dissappointing dissed dissemble dissembler dissention disservice disses dissing
  dissocial dissolute dissonance dissonant dissonantly dissuade dissuasive distaste distastefully distortion
  distraughtly distraughtness disunity divisive divisively divisiveness dizzing dizzingly doddering dodgey
  dogmatic doldrums domineer domineering donside douchbag douchebags downbeat downfall downfallen
  downheartedly downsides downturns drab draconian draconic dragging dragoon draining drawback drawbacks
  drought drowning drunkard drunken dubiously dubitable dunce dwindling earsplitting effrontery egocentric
  egomania egregious egregiously emaciated emasculate embattled embroil embroiled embroilment encroach
  encroachment endanger enervate enfeeble enflame enmity epidemic equivocal erode erodes erosion erratic
  erratically erroneously eruptions estranged evasive eviscerate exagerate exagerated exagerates
  exaggeration exasperate exasperatingly exasperation excessive excessively excoriate excuses execrate
  exhorbitant exile exorbitant exorbitantance exorbitantly expensive explode exploitation expropriate
  expropriation expulse expunge exterminate extermination extort extortion extremism eyesore facetious
  facetiously fallacies fallacious fallaciously fallaciousness fallacy fallout falsehood falter faltered
  fanatic fanatical fanatically fanaticism fanatics fanciful far-fetched farcical farcical-yet-provocative
  farcically farfetched fascism fastuous fat-cat fat-cats fatalistically fatcat fatcats fatefully fathomless
  fatique fatuity fatuous fatuously fawningly feckless feeblely feebleminded fell felon felonious fetid
  feverish fevers fiend fiendish fierce finagle finicky fissures flabbergast flabbergasted flagging flagrant
  flagrantly flakey flakieness flaking flareup flareups flighty flimflam flimsy flounder floundering
  flout fluster foreboding forebodingly forgetfully forgetfulness forlorn forlornly forsake forsaken
  forswear foully foulness fractious fractiously fracture fragile fragmented frail franticly fraught frazzle
  frazzled frenetic frenetically frenzied fret fretful frets fried friggin frigging frown fruitlessly
  fulminate fumble fussy fustigate fusty futilely futility gaff gaffe galling gallingly galls gangster
  garbage garish gaudy gawky genocide gibber gibberish gimmick gimmicked gimmicking gimmicks gimmicky
  glaringly glib glibly glitch glitches gloatingly god-awful goof goon graceless gracelessly greasy gripe
  gripes grotesque groundless grouse growl grudge grudges grudging grudgingly gruesomely grumble grumpier
  grumpiest grumpily grumpish grumpy gutless haggard hairloss halfhearted halfheartedly hamper hampered
  haphazard harangue hardheaded hardhearted hardships harpy harridan harrow hasseling hassle hassled hassles
  haughtily haughty hawkish haywire hazard head-aches headaches heavy-handed heck heckle heckled heckles
  hectic hedonistic heedless heinous hellion hells hestitant hideously hideousness hiliarious ho-hum hoodium
  hoodwink horrifys hostage hothead hotheaded hubris hurted hypocricy hypocrisy hypocrite hypocrites
  hypocritically hysterically idiocies idiotically idiots ignoble ignominious ignominiously ignominy
  ill-advised ill-conceived ill-defined ill-designed ill-favored ill-formed ill-mannered ill-natured
  ill-sorted ill-tempered ill-treated ill-treatment ill-usage ill-used illicit illiterate illogic
  illogically imbalance imbroglio immature immoderate immoderately immodest impasse impeach impedance
  impediment impenitent imperfection imperfections imperfectly imperialist imperil imperious imperiously
  impermissible impertinent impetuously impiety impinge impious implacable implausible implausibly impolitic
  importunate importune imposers imposition impossible impossiblity impossibly impoverish impoverished
  impractical imprecate imprecise imprecisely imprecision imprison impropriety imprudence imprudent
  impudence impudent impudently impugn impunity impure impurity inaccuracies inaccuracy inaccurate
  inaccurately inadvisable inadvisably inane inanely inappropriately inapt inaptitude inarticulate
  inattentive incapably incautious incessant incessantly incite incitement incivility inclement incoherence
  incoherently incommensurate incompatability incompatibility incompatible incompetently incompliant
  incomprehension incongruous incongruously inconsiderately inconsistence inconsistencies inconsistency
  inconsistent inconsolable inconsolably inconstant inconveniently incorrect incorrectly incorrigible
  incorrigibly incredulous incredulously inculcate indecency indecent indecently indecorum indefensible
  indelicate indigent indignantly indignity indiscreet indiscreetly indiscretion indiscriminate
  indiscriminately indiscriminating indoctrination indolent inefficacious inefficacy inelegance inelegant
  ineligible ineloquent ineloquently ineptly inequalities inequality inequitable inequitably inequities
  inexcusably inexperience inexperienced inexpert inexpertly inexpiable inexplainable inextricable
  inextricably infamy infernal infiltrator infiltrators infirm inflame inflammation inflammatory inflammed
  inflated inflationary inflexible infraction infringe infringements infuriatingly inglorious ingrate
  ingratitude inhospitable inhospitality inhumane inhumanity inimical inimically iniquitous iniquity
  injudicious injure injurious injustices innuendo inoperable inopportune inordinate inordinately insanely
  insensible insensitively insidious insidiously insignificance insignificantly insinuate insinuating
  insinuation insociable insolence insolent insolently insouciance instability instable instigate instigator
  instigators insubordinate insubstantial insubstantially insufferable insufferably insupportable
  insupportably insurmountable insurmountably insurrection intefere inteferes interfere interference
  interferes intermittent intolerable intolerablely intolerance intoxicate intractable intransigent intrude
  intrusion intrusive inundate inundated invader invasive invective inveigle invidious invidiously
  invidiousness irascible irately ire irk irked irking irks irksome irksomely irksomeness irksomenesses
  irragularity irreconcilable irrecoverable irrecoverableness irrecoverablenesses irrecoverably irredeemable
  irredeemably irreformable irrelevance irrelevant irreplacible irresolvable irretating irretrievable itch
  itching jarring jaundiced jeer jeering jeeringly jeers jeopardize jerky jittery job-killing jobless
  judders junk junky junkyard kaput knave kooky lacked lacking lackluster lacks laconic laggy laid-off
  lambast lambaste lame-duck languid languish lascivious last-ditch laughingstock lawbreaker lawbreaking
  lawless lawlessness layoff-happy leakages leaky lech lecher lecherous lechery leer leery lewd lewdly
  lewdness licentious licentiously licentiousness life-threatening lifeless listless lividly loath loathly
  loathsomely long-winded loveless lovelorn low-rated lukewarm lunaticism lurch madden maddeningly
  maladjusted maladjustment malady malaise malcontent malcontented maledict malevolence malevolent
  malevolently malice malicious maliciously maliciousness malign malodorous mangled mangles mangling
  manipulative mar massacres mawkish mawkishly mawkishness meager meanness measly meddle meddlesome mediocre
  melodramatic melodramatically menacing menacingly mendacious mendacity menial merciless mercilessly messes
  messing midget miff mindlessly misalign misaligned misaligns misapprehend misbecome misbecoming
  misbegotten misbehavior miscalculate miscalculation mischievous mischievously misconception misconceptions
  miscreant miscreants misdirection misfit misgivings misguidance misguide misguided mishandle mishap
  misinform misinterpret misjudge misjudgment misleadingly mislike mismanage mispronounce mispronounced
  mispronounces misreading misstatement mistified mistrust mistrustful mistrustfully misunderstandings
  mobster mockingly monotonous monotony monstrosities monstrosity monstrous monstrously morbid morbidly
  mordant mordantly moribund mortification mortified mortify mortifying mudslinger mudslinging mulish
  mundane naively nauseate nauseates nauseating nauseatingly needless needlessly nefarious nefariously
  negligence negligent nepotism nettlesome niggle niggles nightmare nightmarish nightmarishly nitpick
  nitpicking non-confidence nonexistent nonresponsive notoriety notoriously noxious nuisance obese
  objectionable obscenely obstinately obtrusive obtuse officious ominously one-sided onerous onerously
  onslaught opinionated oppress oppressively oppressiveness oppressors ordeal orphan outburst outbursts
  outcast outmoded over-acted over-awe over-balanced over-hyped over-priced over-valuation overact overacted
  overawe overbalance overbalanced overbearing overbearingly overblown overdo overdone overdue overemphasize
  overheat overkill overloaded overplay overpower overpriced overrated overreach overrun overstate
  overstated overstates overtaxed overzealous overzealously overzelous painfull paltry pandemonium pandering
  panders panick paralize parasite pariah passiveness patronize paucity pauper paupers pedantic peeve peeved
  peevish peevishly perfidious perfidity perfunctory perilous perilously perish pernicious perplex
  perplexing perplexity persecution pertinacious pertinaciously pertinacity perturb pest pestilent pettifog
  phony pimple pittance plagiarize plight plunder plunderer pointlessly pokey polution pompous pratfall
  prattle precarious precariously predicament preposterous preposterously presumptuous presumptuously
  pretentious pretentiously prevaricate pricey pricier prideful prik procrastinate procrastinates
  procrastination profane profanity prohibitive propagandize pugnacious pugnaciously pugnacity puny qualm
  qualms quandary quarrel quarrellous quarrellously quarrels quarrelsome quibble quibbles quitter rabid
  rampage rampant ramshackle rancor rankle ranted ranting rantingly rascal rascals ravage reactionary rebuff
  rebuke recalcitrant recessionary recklessly recklessness refusal regressive regreted repel reprehensible
  reprehensibly reprehension reprehensive reproach reproachful reprove reprovingly repudiate repudiation
  repugn repugnance repugnant repugnantly repulsing repulsively repulsiveness restrictive retaliate
  retaliatory revile reviled revolt revoltingly revulsion revulsive rife rift rifts rile riled rip-off
  ripoff roadblocks rot rubbish rue ruffian run-down rupture rusty rut ruthless ruthlessly ruthlessness ruts
  salacious sanctimonious sardonic sardonically sass scandalize scandalized scandalously scandel scandels
  scarier scariest scarily scarred scathing scathingly scoff scoffingly scolded scolding scoldingly
  scorching scorchingly scornfully scoundrel scourge scowl scratched scratches scratchy screw-up screwed-up
  scuff scuffs scummy second-class second-tier seethe seething self-defeating self-destructive
  self-humiliation self-interested self-serving selfinterested senile sensationalize senseless senselessly
  sermonize servitude setback setbacks shabby shady sham shambles shatter shirk shirker shoddy shortchange
  shortcoming shortcomings shortsighted shortsightedness shrill shrilly shrivel sickly siege simplistic
  simplistically sinfully sinisterly sinking sketchy skimpy skittish skittishly skulk slander slanderer
  slanderous slanderously slanders slaughter slaughtered sleazy slog slogged slogging slogs
  sloooooooooooooow sloooow slooow sloow sloppily sloth slothful slow slow-moving slowed slower slowest
  sloww slowww slowwww slumping slumpping slur smelly smudged smudges smudging smut smuttier smuttiest
  smutty snag snagged snagging snags snappish snappishly snare snarky snarl sneak sneakily sneer sneering
  sneeringly snobish soapy sorely soreness sourly spendy spew spewed spewing spews spilling spinster spoil
  spoilage spoilages spoilled spoils spotty spurious spurn sputter squabble squabbling squeaky stagnant
  stagnate stagnation staid stain stains stale stalemate standstill starvation stereotypical stereotypically
  stiff stiffness stifle stifling stiflingly stigma stigmatize stingingly stodgy stooges straggle straggler
  strangle strenuous strident stridently strife stuffy stumble stumbled stumbles stunted stupified stupify
  stupor sty stymied sub-par subdued subjugate subjugation subservience subservient substandard subversion
  subversively suffocate sugarcoated sulk sully superficial superficiality superficially superfluous swamped
  sweaty swollen symptom symptoms tacky tanked tarnishing tattered taunt taunting tauntingly taunts taut
  tawdry tedious tediously temerity tenuous tenuously tepid terror-genic testily testy tetchily tetchy
  thankless thoughtlessly thoughtlessness thrash thug thumb-down thumbs-down time-consuming tiresome tiring
  tiringly torment tormented torrent tortuous touchy traduce traitor traitorous traitorously trample
  transgression traped trash trashed trashy travesties treacherous treacherously treachery troublingly
  tumultuous turbulent two-faced tyranny tyrant ultimatum ultimatums un-viewable unacceptablely unacceptably
  unaccessible unaccustomed unachievable unaffordable unappealing unauthentic unavailable unbearablely
  uncaring uncivil uncivilized unclean uncollectible uncomfy uncompetitive unconstitutional unconvincing
  unconvincingly uncooperative uncouth uncreative undependability undependable underlings underpaid
  underpowered undersized undignified undue uneconomical unemployed uneven unfairly unfaithful unfaithfully
  unfeeling unfounded unfunded ungovernable unhelpful uninformed uninsured unintelligible unintelligile
  unjustifiable unjustifiably unjustified unjustly unkindly unlamentable unlamentably unlawful unlawfully
  unlawfulness unlicensed unlucky unnaturally unnecessary unneeded unnerve unnerved unnerving unnervingly
  unpleasantries unpopular unprepared unproductive unprofitable unqualified unreachable unreadable
  unrealistic unreasonable unreasonably unrelenting unrelentingly unreliability unreliable unresolved
  unresponsive unrest unruly unsatisfactory unscrupulous unscrupulously unsecure unseemly unsettle
  unsettling unsettlingly unskilled unspeakable unspeakablely unsteadily unsteadiness unsteady unsupportive
  unsuspecting unsustainable untenable unthinkable unthinkably untimely untrustworthy untruthful unusable
  unusably unuseable unuseably unviewable unwarranted unwatchable unwell unwieldy unwilling unwillingly
  unwillingness unwise unwisely unworkable unyielding upbraid upheaval uprising upseting upsettingly usurper
  vagueness vainly vengeance vengeful vengefully vengefulness venom venomous venomously vex vexingly
  vileness vilify villian villianous villianously villify vindictive vindictively vindictiveness viper
  virulence virulently virus vociferously vulgar wack wail wallow wariness washed-out wasteful wastefulness
  water-down watered-down weariness wearisome wheedle whiny womanizer womanizing worryingly worthlessly
  worthlessness wounds wrath wreak wreaked wreaks wretch wretched wretchedly wretchedness writhe
`;

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
const PRAISE = wordsOf(POSITIVE);
const BLAME = wordsOf(NEGATIVE);

/** Whether `word` (lower-case) is said of what is good (1) or bad (−1); 0 where the lexicon tells neither. */
export function opinionOf(word: string): -1 | 0 | 1 {
  if (PRAISE.has(word)) return 1;
  return BLAME.has(word) ? -1 : 0;
}

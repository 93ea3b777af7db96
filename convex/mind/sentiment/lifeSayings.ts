/**
 * Set phrases of what befalls people: births and weddings, partings, illness and accidents, of which each word by itself feels
 * nothing. Common knowledge of English, chosen by hand; not derived from rated data.
 */

/** One a line, as in `sayings.ts`. */
export const LIFE_SAYINGS = `
good have|has|had|having * ^ baby|twins|triplets ~|on|yesterday|today|last|this|in
good gave|gives|giving ^ birth
good CHILD < BE ^ born
good got|get|getting|gets ^ engaged|married
good BE ^ engaged ~
good expecting * ^ baby|child|twins|triplets|daughter|son
good took|takes|taking * first ^ steps
good said|spoke * first ^ word|words
good ran|finished|completed * ^ marathon|ironman|triathlon
good bought|buying|own * first|own ^ house|home|flat|apartment|car
good got|get|accepted|admitted|made ^ into * school|university|college|program|programme|academy|final|finals|team|shortlist
good adopted|adopting * ^ puppy|dog|cat|kitten|baby|child|boy|girl|son|daughter
good named|elected|voted ^ employee|player|captain|president|mayor|teacher|author
good made|makes ^ it to * final|finals|semifinal|top|podium|summit
good made ^ up .
good can|could ^ walk|see|hear|swim|breathe|sleep|run|eat again
good home ^ from * hospital|icu|clinic|rehab|war
good out ^ of * coma|hospital|icu|danger|debt|prison|jail
good released|discharged ^ from * hospital|custody|prison|jail
good found|find * ^ lost|missing
good biopsy|biopsies|scan|swab|screening|mri|bloodwork|covid|hiv test|tests|~ BE|came|comes ^ negative|clear|normal
good biopsy|biopsies|scan|swab|screening|mri|bloodwork|mammogram BE ^ negative|clear|normal|benign
good biopsy|biopsies|scan|scans|swab|screening|mri|mammogram|bloodwork|result|results|test|tests came|come|comes back ^ negative|clear|normal|benign
good blood|lab|liver|kidney test|tests|values|results BE ^ normal|fine
good given|gave|got * ^ all-clear
good BE ^ cancer-free|pain-free|debt-free
bad ^ fracture|fractures|haemorrhage|hemorrhage
bad months|weeks|days ^ left|to live
good tested|tests|test ^ negative ~|for|again
good tumour|tumor|lump|mole|growth|cyst BE ^ benign
good in|into|reached ^ remission
good cancer|leukemia|leukaemia|lymphoma|tumour|tumor|disease BE in remission
good tested|tests|test negative for ^ cancer|covid|hiv|flu|strep
good out of the ^ woods
good chemo|chemotherapy|treatment|therapy|medication|medicine|antibiotic|antibiotics BE ^ working
good lift|lifts|lifted|lifting|raise|raises|raised * ^ spirits
good couldn't|cannot|can't be ^ happier|prouder|better|nicer|kinder
good not be ^ happier|prouder|better
good couldn't|cannot|can't ask|wish|hope for * ^ better|more|nicer
good couldn't have gone|been ^ better|smoother|easier
good could not have gone|been ^ better|smoother|easier
bad couldn't have gone|been ^ worse
bad could not have gone|been ^ worse
bad couldn't|cannot|can't be ^ worse|sadder|angrier
bad tested|tests|test ^ positive ~|for|again
bad covid|hiv|cancer|tb|strep test|tests BE|came|comes ^ positive
bad tumour|tumor|lump|mole|growth BE ^ malignant|cancerous
bad cancer|tumour|tumor has|had|is ^ spread|spreading
good got|get|have * ^ back ~
good year|years|month|months|days ^ sober|clean ~
good BE ^ cured|discharged|rescued|reunited
bad PARTNER < left|dumped|leaves|divorced me|him|her ~
bad CUSTOMER < left ~
bad diagnosed with
bad had|has|have|having|suffered a|another|second|minor|massive * ^ stroke|seizure|breakdown|concussion|aneurysm
bad passed|passes ^ away
bad BE ^ run over ~
bad parking|speeding ^ ticket|fine
bad NOT ^ slept
bad under|below ^ water ~
bad out of ^ business
bad burned|burnt|hurt|sprained|twisted|dislocated|injured|smashed * ^ hand|arm|leg|foot|finger|ankle|wrist|knee|shoulder|back|hip|toe|nose|rib|ribs|tongue|elbow|thumb
bad can't|cannot|couldn't ^ pay|afford|breathe|cope|sleep|walk
bad passed ^ over for
bad BE ^ sentenced to
bad NOT ^ talk|speak to me|us|him|her|each
bad walked|walks ^ out on
bad BE|got|was ^ expelled|evicted|deported|hospitalised|hospitalized
`;

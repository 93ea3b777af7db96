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
good biopsy|biopsies|scan|swab BE ^ negative|clear
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

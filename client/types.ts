/** What operations take and answer. Made by `npm run client` from openapi.json. */

/** What a tick made for others to read */
export type Artifact = {
  readonly _id: string;
  readonly type: ArtifactType;
  readonly content: string;

  /** The tick that made it */
  readonly tickId: string;
  readonly timestamp: Timestamp;
};

/** Artifacts, newest first */
export type ArtifactPage = {
  readonly artifacts: readonly Artifact[];

  /** Items that match the filters */
  readonly total: number;

  /** Whether items follow this page */
  readonly hasMore: boolean;
};

/** What the artifact is meant to be */
export type ArtifactType = "tweet" | "note" | "question" | "alert";

/** A link that leads to a memory */
export type Backlink = {
  readonly sourceId: string;
  readonly type: LinkType;

  /** How closely they belong together */
  readonly strength: number;

  /** How sure the link is */
  readonly confidence: number;
};

/** On brilliant thoughts: why they are */
export type BrillianceFactors = {
  readonly seedCount: number;

  /** Mean importance of the seeds */
  readonly avgSeedImportance: number;

  /** Names that two seeds or more have */
  readonly commonEntities: readonly string[];

  /** 1 less the greatest similarity to the last 200 thoughts and to its own seeds */
  readonly novelty: number;
};

/** Brilliant thoughts, newest first */
export type BrilliantThoughts = {
  readonly thoughts: readonly Thought[];

  /** Items that match the filters */
  readonly total: number;
};

/** Thinking in figures */
export type ConsciousnessStats = {
  /** Reflections among them */
  readonly totalThoughts: number;
  readonly brilliantCount: number;

  /** Share of thoughts that are brilliant */
  readonly brillianceRate: number;

  /** Shares of the tones; all 0 before the first thought */
  readonly toneDistribution: {
    /** Share of thoughts */
    readonly curious: number;

    /** Share of thoughts */
    readonly excited: number;

    /** Share of thoughts */
    readonly concerned: number;

    /** Share of thoughts */
    readonly neutral: number;

    /** Share of thoughts */
    readonly reflective: number;
  };

  /** Mean confidence */
  readonly avgConfidence: number;

  /** Mean number of seeds, reflections left out */
  readonly avgSeedsPerThought: number;
  readonly lastThought: Timestamp;
  readonly thoughtsLast24h: number;
  readonly brilliantLast24h: number;
};

/** What consolidation did */
export type Consolidation = {
  readonly success: true;

  /** New memories that were gone through. Reflections are among them, but are compared with nothing and belong to no theme */
  readonly memoriesProcessed: number;

  /** Themes that these memories made or changed */
  readonly clustersFound: number;

  /** Themes that are new */
  readonly coreMemoriesCreated: number;

  /** Themes that were there before and have other members or other words now */
  readonly coreMemoriesUpdated: number;

  /** Memories whose salience time has lowered */
  readonly memoriesDecayed: number;

  /** How long it took, in milliseconds */
  readonly duration: number;
};

/** A theme that several memories share */
export type CoreMemory = {
  readonly _id: string;
  readonly theme: string;
  readonly summary: string;

  /** The memories that share the theme, oldest first, 400 at most */
  readonly memories: readonly string[];

  /** How sure the theme is: the more memories stand for it, the more alike they are and the surer each of them is. Reflections are no members */
  readonly confidence: number;

  /** When memories last joined that were in no theme before: the beginning of that consolidation */
  readonly lastReinforced: Timestamp;
  readonly createdAt: Timestamp;
};

/** Core memories, the last reinforced first */
export type CoreMemoryPage = {
  readonly coreMemories: readonly CoreMemory[];

  /** Core memories there are */
  readonly total: number;
};

export type DedupOutcome = MergedIntoKnown | StoredAsNew;

/** Why a request was refused or failed */
export type ErrorBody = {
  readonly success: false;

  /** What went wrong, for people */
  readonly error: string;

  /** What went wrong, for programs */
  readonly code:
    | "UNAUTHORIZED"
    | "RATE_LIMITED"
    | "NOT_FOUND"
    | "VALIDATION_ERROR"
    | "INTERNAL_ERROR"
    | "TICK_IN_PROGRESS";
};

/** Something that happened outside */
export type FeedEvent = {
  readonly type: "news" | "market" | "social" | "custom";

  /** 1 to 16384 characters (Unicode code points) between its outer white space, which is kept */
  readonly content: string;

  /** How much weight the event has with the agent. Default: "medium". */
  readonly impact?: "low" | "medium" | "high" | undefined;

  /** At most 16384 bytes as compact JSON, at most 8 levels */
  readonly metadata?: { readonly [name: string]: unknown } | undefined;
};

/** The event is kept for the next tick */
export type FeedOutcome = {
  readonly success: true;

  /** The event's id */
  readonly feedId: string;

  /** Whether the event moved the agent's state */
  readonly stateModified: boolean;

  /** What the event really changed, 0 where health was at its bound */
  readonly healthChange: number;
};

/** How the service is */
export type HealthReport = {
  readonly status: "ok" | "degraded";

  /** The language model in use; `reflex` in keyless mode */
  readonly model: string;
  readonly lastTick: Timestamp;

  /** Ticks that succeeded */
  readonly tickCount: number;

  /** Seconds since the service started */
  readonly uptime: number;

  /** The agent's version */
  readonly version: string;
  readonly health: HealthScore;

  /** Each check's `ok` or its reason. `embedding` says `lexical` where no embedding provider is configured, which is no degradation */
  readonly checks: { readonly [name: string]: string };
};

/** The agent's health, 0 to 100 */
export type HealthScore = number;

/** Something the agent was given to know */
export type KnowledgeItem = {
  readonly _id: string;
  readonly title: string;
  readonly content: string;
  readonly source?: string | undefined;
  readonly tags: readonly string[];

  /** How sure it is */
  readonly confidence: number;

  /** At most 16384 bytes as compact JSON, at most 8 levels */
  readonly metadata?: { readonly [name: string]: unknown } | undefined;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;

  /** With `query`: how much its best passage says what is asked */
  readonly similarity?: number | undefined;

  /** With `query`: the part of the content that says most of what is asked */
  readonly passage?: string | undefined;
};

/** The item is kept */
export type KnowledgeOutcome = {
  readonly success: true;

  /** The item's id, which it keeps when it is updated */
  readonly knowledgeId: string;

  /** Passages that it is found by */
  readonly chunks: number;

  /** Whether all of its passages have their vectors already; with a provider configured they come by themselves */
  readonly embedding: boolean;

  /** Whether there was an item of this source and title already */
  readonly updated: boolean;
};

/** Items, the last changed first, or as they fit the query */
export type KnowledgePage = {
  readonly items: readonly KnowledgeItem[];

  /** Items that match the filters */
  readonly total: number;

  /** Whether items follow this page */
  readonly hasMore: boolean;
};

/** Something to know */
export type KnowledgeToStore = {
  /** 1 to 512 characters (Unicode code points) between its outer white space, which is kept */
  readonly title: string;

  /** 1 to 131072 characters (Unicode code points) between its outer white space, which is kept */
  readonly content: string;

  /** Where it comes from, such as an address, in at most 512 characters; with the title it names the item */
  readonly source?: string | undefined;

  /** What it is filed under, each once; an item has a list for each. Default: []. */
  readonly tags?: readonly string[] | undefined;

  /** How sure it is. Default: 0.8. */
  readonly confidence?: number | undefined;

  /** At most 16384 bytes as compact JSON, at most 8 levels */
  readonly metadata?: { readonly [name: string]: unknown } | undefined;
};

/** A link out of a memory */
export type Link = {
  readonly targetId: string;
  readonly type: LinkType;

  /** How closely they belong together */
  readonly strength: number;

  /** How sure the link is */
  readonly confidence: number;
};

/** The links that were made */
export type LinkOutcome = {
  readonly success: true;

  /** New ones only, the best first */
  readonly linksCreated: readonly Link[];

  /** Links out of the memory */
  readonly totalLinks: number;
};

/** Links to detect, or one to make */
export type LinkRequest = {
  /** The memory that the links lead out of */
  readonly memoryId: string;

  /** Whether the service finds the links; without, `targetId` and `type` are required. Default: true. */
  readonly autoDetect?: boolean | undefined;

  /** The memory that the link leads to, only without autoDetect */
  readonly targetId?: string | undefined;
  readonly type?: LinkType | undefined;

  /** How closely they belong together, only without autoDetect; 0.5 where left out */
  readonly strength?: number | undefined;

  /** How sure the link is, only without autoDetect; 0.5 where left out */
  readonly confidence?: number | undefined;
};

/** How the source relates to the target */
export type LinkType = "caused_by" | "related_to" | "elaborates" | "contradicts";

/** A memory and its links */
export type LinkedMemory = {
  readonly memory: Memory;

  /** All that lead out of it, the strongest first; at most 64 */
  readonly links: readonly Link[];

  /** The 100 newest that lead to it, the newest first */
  readonly backlinks: readonly Backlink[];
};

/** What one tick did, and the state it left */
export type LogEntry = {
  readonly _id: string;
  readonly mood: Mood;
  readonly health: HealthScore;
  readonly routine: Routine;
  readonly summary: string;
  readonly detail: string;

  /** A witty observation, where there was one */
  readonly remark?: string | undefined;
  readonly timestamp: Timestamp;
};

/** Log entries, newest first */
export type LogPage = {
  readonly logs: readonly LogEntry[];

  /** Items that match the filters */
  readonly total: number;

  /** Whether items follow this page */
  readonly hasMore: boolean;
};

/** Which thoughts to reflect on */
export type LookBack = {
  /** How far to look back. Default: "24h". */
  readonly lookback?: "1h" | "24h" | "7d" | undefined;

  /** What to look back on, of 1 to 256 characters; left out, all thoughts of that time */
  readonly focus?: string | undefined;
};

/** The reflection, a thought itself */
export type LookBackOutcome = { readonly success: true; readonly reflection: Thought };

/** Something remembered */
export type Memory = {
  readonly _id: string;
  readonly type: MemoryType;
  readonly content: string;

  /** How much it will matter */
  readonly importance: number;

  /** How present it is: recall raises it, time takes it away */
  readonly salience: number;

  /** How sure it is */
  readonly confidence: number;
  readonly sentiment: Sentiment;

  /** What the caller attached, and in `entities` the names found in the text unless the caller gave some */
  readonly metadata: { readonly [name: string]: unknown };

  /** Whether no earlier memory says the same */
  readonly unique: boolean;

  /** What it reflects on: on every memory of type `reflection`, on no other; `knowledge` on one that a caller stored */
  readonly reflectionType?: "emotional" | "knowledge" | "behavioral" | "growth" | undefined;

  /** The memories that it rests on: on every memory of type `reflection`, on no other; empty on one that a caller stored */
  readonly basedOn?: readonly string[] | undefined;
  readonly createdAt: Timestamp;
  readonly lastAccessedAt: Timestamp;
};

/** Memories, newest first, or as they fit the query */
export type MemoryPage = {
  readonly memories: readonly Memory[];

  /** Items that match the filters */
  readonly total: number;

  /** Whether items follow this page */
  readonly hasMore: boolean;
};

/** The memory in figures */
export type MemoryStats = {
  readonly total: number;

  /** How many memories of each type */
  readonly byType: {
    readonly episodic: number;
    readonly semantic: number;
    readonly emotional: number;
    readonly procedural: number;
    readonly reflection: number;
  };

  /** Mean importance */
  readonly avgImportance: number;

  /** Mean confidence */
  readonly avgConfidence: number;

  /** Mean salience */
  readonly avgSalience: number;

  /** Share of memories that no earlier one said */
  readonly uniqueRate: number;

  /** Themes that memories were consolidated into */
  readonly coreMemories: number;

  /** Links between memories */
  readonly links: number;
  readonly oldestMemory: Timestamp;
  readonly newestMemory: Timestamp;
  readonly lastConsolidation: Timestamp;

  /** What memories, their texts, vectors, links and themes take, such as `1.4 MiB` */
  readonly storageEstimate: string;
};

/** Something to remember */
export type MemoryToStore = {
  readonly type: MemoryType;

  /** 1 to 16384 characters (Unicode code points) between its outer white space, which is kept */
  readonly content: string;

  /** How much it will matter; judged from the text where left out */
  readonly importance?: number | undefined;

  /** How present it is; from importance and feeling where left out */
  readonly salience?: number | undefined;

  /** How sure it is. Default: 0.8. */
  readonly confidence?: number | undefined;

  /** At most 16384 bytes as compact JSON, at most 8 levels */
  readonly metadata?: { readonly [name: string]: unknown } | undefined;
};

/** What kind of memory it is */
export type MemoryType = "episodic" | "semantic" | "emotional" | "procedural" | "reflection";

/** A known memory says the same: it keeps its text and takes over the rest */
export type MergedIntoKnown = {
  readonly success: true;

  /** The memory that now holds it */
  readonly memoryId: string;
  readonly deduplicated: true;
  readonly unique: false;

  /** Of the two texts; 1 where they are equal once normalised */
  readonly similarity: number;
  readonly action: "merged";
};

/** How the agent feels */
export type Mood =
  "neutral" | "expressive" | "curious" | "excited" | "reflective" | "concerned" | "contemplative";

/** Too few seeds were left; nothing was written */
export type NoThought = {
  readonly success: true;
  readonly thought: null;

  /** Why there is none */
  readonly reason: string;

  /** Seeds dropped because they matter too little */
  readonly filtered: number;

  /** Milliseconds that it took */
  readonly processTime: number;
};

export type ProcessOutcome = NoThought | ThoughtMade;

/** On reflections: what they look back on */
export type ReflectedOn = {
  readonly thoughtsAnalyzed: number;

  /** How far back it looks, such as `24 hours` */
  readonly timespan: string;
  readonly dominantThemes: readonly string[];
};

/** A conclusion drawn from memories */
export type Reflection = {
  readonly _id: string;
  readonly type: "reflection";
  readonly content: string;
  readonly reflectionType: "emotional" | "knowledge" | "behavioral" | "growth";

  /** The model's own, lowered where few or doubtful memories bear it */
  readonly confidence: number;

  /** The memories that it rests on; empty only where nothing is there to reflect on */
  readonly basedOn: readonly string[];
};

/** The reflection, a memory itself */
export type ReflectionOutcome = { readonly success: true; readonly reflection: Reflection };

/** What to reflect on */
export type ReflectionRequest = {
  /** What to look for: what is known, how it feels, what is done again and again, or what has changed. Default: "knowledge". */
  readonly type?: "emotional" | "knowledge" | "behavioral" | "growth" | undefined;

  /** What to reflect on, of 1 to 256 characters; left out, what is recent, matters and fits the type */
  readonly focus?: string | undefined;

  /** `deep` looks at more memories and at the themes that they share. Default: "shallow". */
  readonly depth?: "shallow" | "deep" | undefined;
};

/** What a relevance is made of: the contributions add up to it */
export type RelevanceParts = {
  readonly similarity: {
    /** What was measured */
    readonly value: number;

    /** How much it counts */
    readonly weight: number;

    /** Value times weight: what it adds to the relevance */
    readonly contribution: number;
  };
  readonly context: {
    /** What was measured */
    readonly value: number;

    /** How much it counts */
    readonly weight: number;

    /** Value times weight: what it adds to the relevance */
    readonly contribution: number;
  };
  readonly recency: {
    /** What was measured */
    readonly value: number;

    /** How much it counts */
    readonly weight: number;

    /** Value times weight: what it adds to the relevance */
    readonly contribution: number;
  };
  readonly importance: {
    /** What was measured */
    readonly value: number;

    /** How much it counts */
    readonly weight: number;

    /** Value times weight: what it adds to the relevance */
    readonly contribution: number;
  };
  readonly salience: {
    /** What was measured */
    readonly value: number;

    /** How much it counts */
    readonly weight: number;

    /** Value times weight: what it adds to the relevance */
    readonly contribution: number;
  };
};

/** The time of day on the agent's clock: morning from 5, day from 12, evening from 18, overnight from 23 */
export type Routine = "morning" | "day" | "evening" | "overnight";

/** What a search found */
export type SearchAnswer = {
  /** The most relevant first; of equal ones the newest first */
  readonly results: readonly SearchResult[];

  /** The query, as it was sent */
  readonly query: string;

  /** How long the search took, in milliseconds */
  readonly searchTime: number;

  /** Candidates that `threshold` left out */
  readonly belowThreshold: number;
};

/** A memory that answers the query, and how well */
export type SearchResult = {
  readonly memory: Memory;

  /** How well the memory itself answers; what `threshold` is about */
  readonly similarity: number;

  /** What results are ordered by */
  readonly relevanceScore: number;

  /** With `explain` only */
  readonly parts?: RelevanceParts | undefined;
};

/** Something to think about */
export type Seed = {
  /** 1 to 4096 characters (Unicode code points) between its outer white space, which is kept */
  readonly content: string;

  /** How much it matters */
  readonly importance: number;

  /** Names it is about, 32 at most; those in its text are found */
  readonly entities?: readonly string[] | undefined;

  /** Where it comes from, in at most 256 characters */
  readonly source?: string | undefined;
};

/** Seeds for a thought */
export type SeedsToProcess = {
  readonly seeds: readonly Seed[];

  /** Think even of a single seed; with none that is important enough, of all of them. Default: false. */
  readonly forceProcess?: boolean | undefined;

  /** Seeds that matter less are dropped; 0.3 where left out */
  readonly minImportance?: number | undefined;
};

/** How a text feels: VADER's score, positive from 0.05, negative from −0.05 down */
export type Sentiment = { readonly score: number; readonly label: "positive" | "negative" | "neutral" };

/** The agent's state */
export type State = {
  readonly mood: Mood;
  readonly health: HealthScore;
  readonly routine: Routine;
  readonly volatility: Volatility;

  /** The agent's own words */
  readonly summary: string;
  readonly updatedAt: Timestamp;
};

/** The memory is kept */
export type StoreOutcome = {
  readonly success: true;

  /** The memory's id */
  readonly memoryId: string;

  /** Whether its vector is there already; with a provider configured it comes by itself */
  readonly embedding: boolean;
  readonly sentiment: Sentiment;
};

/** Nothing known says the same: it is a memory of its own */
export type StoredAsNew = {
  readonly success: true;

  /** The memory that now holds it */
  readonly memoryId: string;
  readonly deduplicated: false;
  readonly unique: true;
};

/** A thought, or a reflection on thoughts */
export type Thought = {
  readonly _id: string;

  /** The thought, in the agent's words */
  readonly content: string;

  /** What it was made of, in the order given; of seeds that take more than 24,000 characters together the longest are cut and end in “…”. Left out on reflections */
  readonly seeds?: readonly string[] | undefined;
  readonly tone: Tone;

  /** The writer's own, lowered by claims that no seed supports */
  readonly confidence: number;

  /** Whether it is a moment of brilliance */
  readonly isBrilliant: boolean;
  readonly brillianceFactors?: BrillianceFactors | undefined;
  readonly basedOn?: ReflectedOn | undefined;
  readonly timestamp: Timestamp;
};

/** The seeds made a thought */
export type ThoughtMade = {
  readonly success: true;
  readonly thought: Thought;

  /** Seeds dropped because they matter too little */
  readonly filtered: number;

  /** Milliseconds that it took */
  readonly processTime: number;
};

/** Thoughts, newest first */
export type ThoughtPage = {
  readonly thoughts: readonly Thought[];

  /** Items that match the filters */
  readonly total: number;

  /** Whether items follow this page */
  readonly hasMore: boolean;
};

/** The state after the tick, and what the tick made */
export type TickOutcome = {
  readonly success: true;
  readonly mood: Mood;
  readonly health: HealthScore;
  readonly volatility: Volatility;
  readonly summary: string;
  readonly detail: string;

  /** A witty observation, where there was one */
  readonly remark?: string | undefined;

  /** How long the tick took, in milliseconds */
  readonly duration: number;
  readonly artifacts: readonly { readonly type: ArtifactType; readonly content: string }[];
};

/** Milliseconds since the Unix epoch; 0 for what never happened yet */
export type Timestamp = number;

/** How a thought sounds */
export type Tone = "curious" | "excited" | "concerned" | "neutral" | "reflective";

/** How much the agent's mood has moved of late, 0 to 1 */
export type Volatility = number;

/** A note for the agent's next tick */
export type WakeNote = {
  /** 1 to 4096 characters (Unicode code points) between its outer white space, which is kept */
  readonly note: string;

  /** Default: "normal". */
  readonly priority?: "low" | "normal" | "high" | undefined;

  /** Also start a tick, unless one is running. Default: false. */
  readonly triggerTick?: boolean | undefined;
};

/** The note is kept */
export type WakeOutcome = {
  readonly success: true;
  readonly acknowledged: true;

  /** Whether a tick was started for the note; where one is running, the note waits for the next */
  readonly tickTriggered: boolean;
};

/** The query of `listLogs` */
export interface ListLogsQuery {
  /** Most items of the page. Default: 20. */
  readonly limit?: number | undefined;

  /** Items to skip. Default: 0. */
  readonly offset?: number | undefined;

  /** Only entries of this mood */
  readonly mood?: Mood | undefined;

  /** Only entries of this time of day */
  readonly routine?: Routine | undefined;

  /** Only later than this, in milliseconds since the Unix epoch */
  readonly since?: number | undefined;

  /** Only earlier than this, in milliseconds since the Unix epoch */
  readonly until?: number | undefined;
}

/** The query of `listArtifacts` */
export interface ListArtifactsQuery {
  /** Most items of the page. Default: 20. */
  readonly limit?: number | undefined;

  /** Items to skip. Default: 0. */
  readonly offset?: number | undefined;

  /** Only artifacts of this type */
  readonly type?: ArtifactType | undefined;

  /** Only later than this, in milliseconds since the Unix epoch */
  readonly since?: number | undefined;

  /** Only earlier than this, in milliseconds since the Unix epoch */
  readonly until?: number | undefined;
}

/** The query of `listMemories` */
export interface ListMemoriesQuery {
  /** Most items of the page. Default: 20. */
  readonly limit?: number | undefined;

  /** Items to skip. Default: 0. */
  readonly offset?: number | undefined;

  /** Only memories of this type */
  readonly type?: MemoryType | undefined;

  /** Only memories that matter at least this much */
  readonly minImportance?: number | undefined;

  /** Only later than this, in milliseconds since the Unix epoch */
  readonly since?: number | undefined;

  /** Only memories that say something about this: at most 1,024 characters */
  readonly query?: string | undefined;

  /** Least similarity to `query`, 0.6 where left out; an error without `query` */
  readonly threshold?: number | undefined;
}

/** The query of `searchMemories` */
export interface SearchMemoriesQuery {
  /** What to look for: a question, a few words; at most 1,024 characters */
  readonly q: string;

  /** Most items of the page. Default: 10. */
  readonly limit?: number | undefined;

  /** Items to skip. Default: 0. */
  readonly offset?: number | undefined;

  /** Only memories of this type */
  readonly type?: MemoryType | undefined;

  /** Least similarity, inclusive. Default: 0.6. */
  readonly threshold?: number | undefined;

  /** Only memories made within this time before now, exactly */
  readonly recency?: "1h" | "24h" | "7d" | "30d" | undefined;

  /** Whether each result tells what its relevance is made of. Default: false. */
  readonly explain?: boolean | undefined;
}

/** The query of `listCoreMemories` */
export interface ListCoreMemoriesQuery {
  /** Most items of the page. Default: 20. */
  readonly limit?: number | undefined;

  /** Items to skip. Default: 0. */
  readonly offset?: number | undefined;
}

/** The query of `readLinkedMemory` */
export interface ReadLinkedMemoryQuery {
  /** The memory */
  readonly id: string;
}

/** The query of `listThoughts` */
export interface ListThoughtsQuery {
  /** Most items of the page. Default: 20. */
  readonly limit?: number | undefined;

  /** Items to skip. Default: 0. */
  readonly offset?: number | undefined;

  /** Only thoughts of this tone */
  readonly tone?: Tone | undefined;

  /** Only later than this, in milliseconds since the Unix epoch */
  readonly since?: number | undefined;

  /** Only thoughts that are at least this sure */
  readonly minConfidence?: number | undefined;
}

/** The query of `listBrilliantThoughts` */
export interface ListBrilliantThoughtsQuery {
  /** Most items of the page. Default: 10. */
  readonly limit?: number | undefined;

  /** Items to skip. Default: 0. */
  readonly offset?: number | undefined;

  /** Only later than this, in milliseconds since the Unix epoch */
  readonly since?: number | undefined;
}

/** The query of `listKnowledge` */
export interface ListKnowledgeQuery {
  /** Only items that say something about this: at most 1,024 characters */
  readonly query?: string | undefined;

  /** Most items of the page. Default: 10. */
  readonly limit?: number | undefined;

  /** Items to skip. Default: 0. */
  readonly offset?: number | undefined;

  /** Only items with this tag */
  readonly tag?: string | undefined;

  /** Only later than this, in milliseconds since the Unix epoch */
  readonly since?: number | undefined;

  /** Least similarity to `query`, 0.6 where left out; an error without `query` */
  readonly threshold?: number | undefined;
}

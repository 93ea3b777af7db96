/** What operations take and answer. Made by `npm run client` from openapi.json. */

/** A text that a tick made for others to read */
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

/** The kind of artifact */
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

/** Only on brilliant thoughts: why they are */
export type BrillianceFactors = {
  readonly seedCount: number;

  /** Mean importance of the seeds */
  readonly avgSeedImportance: number;

  /** Names that at least two seeds share */
  readonly commonEntities: readonly string[];

  /** 1 minus the greatest similarity to the last 200 thoughts and its own seeds */
  readonly novelty: number;
};

/** Brilliant thoughts, newest first */
export type BrilliantThoughts = {
  readonly thoughts: readonly Thought[];

  /** Items that match the filters */
  readonly total: number;
};

/** Statistics of thoughts */
export type ConsciousnessStats = {
  /** Including reflections */
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

  /** Mean number of seeds, without reflections */
  readonly avgSeedsPerThought: number;
  readonly lastThought: Timestamp;
  readonly thoughtsLast24h: number;
  readonly brilliantLast24h: number;
};

/** What consolidation did */
export type Consolidation = {
  readonly success: true;

  /** New memories that were processed, reflections included. Reflections are compared with nothing and join no theme */
  readonly memoriesProcessed: number;

  /** Themes that these memories created or changed */
  readonly clustersFound: number;

  /** New themes */
  readonly coreMemoriesCreated: number;

  /** Existing themes whose members or words changed */
  readonly coreMemoriesUpdated: number;

  /** Memories whose salience was lowered */
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

  /** How sure the theme is. It rises with the number of its memories, their similarity and their confidence */
  readonly confidence: number;

  /** The start of the last consolidation in which memories without a theme joined */
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

  /** The error, for people */
  readonly error: string;

  /** The error, for programs */
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

  /** The weight of the event. Default: "medium". */
  readonly impact?: "low" | "medium" | "high" | undefined;

  /** At most 16384 bytes as compact JSON, at most 8 levels */
  readonly metadata?: { readonly [name: string]: unknown } | undefined;
};

/** The event waits for the next tick */
export type FeedOutcome = {
  readonly success: true;

  /** The event's id */
  readonly feedId: string;

  /** Whether the event changed the agent's state */
  readonly stateModified: boolean;

  /** The change of health; 0 where health was at its bound */
  readonly healthChange: number;
};

/** The health of the service */
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

  /** Each check's `ok` or its reason. `embedding` is `lexical` where no embedding provider is configured, which is no degradation */
  readonly checks: { readonly [name: string]: string };
};

/** The agent's health, 0 to 100 */
export type HealthScore = number;

/** An item of the agent's knowledge */
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

  /** With `query`: the similarity of its best passage */
  readonly similarity?: number | undefined;

  /** With `query`: its best passage */
  readonly passage?: string | undefined;
};

/** The item is stored */
export type KnowledgeOutcome = {
  readonly success: true;

  /** The item's id; updates keep it */
  readonly knowledgeId: string;

  /** The number of passages */
  readonly chunks: number;

  /** Whether all passages have their vectors already. Otherwise they follow, where a provider is configured */
  readonly embedding: boolean;

  /** Whether the item replaced one of the same source and title */
  readonly updated: boolean;
};

/** Items, the last changed first, or the most similar to the query first */
export type KnowledgePage = {
  readonly items: readonly KnowledgeItem[];

  /** Items that match the filters */
  readonly total: number;

  /** Whether items follow this page */
  readonly hasMore: boolean;
};

/** An item of knowledge to store */
export type KnowledgeToStore = {
  /** 1 to 512 characters (Unicode code points) between its outer white space, which is kept */
  readonly title: string;

  /** 1 to 131072 characters (Unicode code points) between its outer white space, which is kept */
  readonly content: string;

  /** The source, such as an address, in at most 512 characters. Source and title identify the item */
  readonly source?: string | undefined;

  /** Duplicates are dropped. Default: []. */
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

/** The links that were created */
export type LinkOutcome = {
  readonly success: true;

  /** New links only, the best first */
  readonly linksCreated: readonly Link[];

  /** Links out of the memory */
  readonly totalLinks: number;
};

/** Links to detect, or one link to create */
export type LinkRequest = {
  /** The memory that the links lead out of */
  readonly memoryId: string;

  /** Whether the service detects the links. If false, `targetId` and `type` are required. Default: true. */
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

  /** All links out of it, the strongest first; at most 64 */
  readonly links: readonly Link[];

  /** The 100 newest links to it, the newest first */
  readonly backlinks: readonly Backlink[];
};

/** The record of one tick, and the state after it */
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

  /** The subject, of 1 to 256 characters. Left out, all thoughts of that time */
  readonly focus?: string | undefined;
};

/** The reflection, which is a thought itself */
export type LookBackOutcome = { readonly success: true; readonly reflection: Thought };

/** Something remembered */
export type Memory = {
  readonly _id: string;
  readonly type: MemoryType;
  readonly content: string;

  /** How much it matters */
  readonly importance: number;

  /** How easily it comes to mind: recall raises it, time lowers it */
  readonly salience: number;

  /** How sure it is */
  readonly confidence: number;
  readonly sentiment: Sentiment;

  /** The caller's metadata. `entities` lists the names in the text, unless the caller gave some */
  readonly metadata: { readonly [name: string]: unknown };

  /** Whether no earlier memory says the same */
  readonly unique: boolean;

  /** The kind of reflection; only on memories of type `reflection`. `knowledge` on those that a caller stored */
  readonly reflectionType?: "emotional" | "knowledge" | "behavioral" | "growth" | undefined;

  /** The memories it is based on; only on memories of type `reflection`. Empty on those that a caller stored */
  readonly basedOn?: readonly string[] | undefined;
  readonly createdAt: Timestamp;
  readonly lastAccessedAt: Timestamp;
};

/** Memories, newest first, or the most relevant to the query first */
export type MemoryPage = {
  readonly memories: readonly Memory[];

  /** Items that match the filters */
  readonly total: number;

  /** Whether items follow this page */
  readonly hasMore: boolean;
};

/** Memory statistics */
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

  /** Share of memories that no earlier one repeats */
  readonly uniqueRate: number;

  /** Number of core memories */
  readonly coreMemories: number;

  /** Number of links */
  readonly links: number;
  readonly oldestMemory: Timestamp;
  readonly newestMemory: Timestamp;
  readonly lastConsolidation: Timestamp;

  /** Size of memories, their texts, vectors, links and themes, such as `1.4 MiB` */
  readonly storageEstimate: string;
};

/** A memory to store */
export type MemoryToStore = {
  readonly type: MemoryType;

  /** 1 to 16384 characters (Unicode code points) between its outer white space, which is kept */
  readonly content: string;

  /** How much it matters; estimated from the text where left out */
  readonly importance?: number | undefined;

  /** How easily it comes to mind; from importance and sentiment where left out */
  readonly salience?: number | undefined;

  /** How sure it is. Default: 0.8. */
  readonly confidence?: number | undefined;

  /** At most 16384 bytes as compact JSON, at most 8 levels */
  readonly metadata?: { readonly [name: string]: unknown } | undefined;
};

/** The kind of memory */
export type MemoryType = "episodic" | "semantic" | "emotional" | "procedural" | "reflection";

/** An existing memory says the same: it keeps its text and takes over the rest */
export type MergedIntoKnown = {
  readonly success: true;

  /** The new or the existing memory */
  readonly memoryId: string;
  readonly deduplicated: true;
  readonly unique: false;

  /** Similarity of the two texts; 1 where they are equal once normalised */
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

  /** Why there is no thought */
  readonly reason: string;

  /** Seeds below `minImportance` */
  readonly filtered: number;

  /** How long it took, in milliseconds */
  readonly processTime: number;
};

export type ProcessOutcome = NoThought | ThoughtMade;

/** Only on reflections: the thoughts they look back on */
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

  /** The model's own confidence, lowered where few or doubtful memories support it */
  readonly confidence: number;

  /** The memories it is based on; empty only where no memory fits */
  readonly basedOn: readonly string[];
};

/** The reflection, which is a memory itself */
export type ReflectionOutcome = { readonly success: true; readonly reflection: Reflection };

/** What to reflect on */
export type ReflectionRequest = {
  /** What to look for: knowledge, emotions, repeated behaviour or change. Default: "knowledge". */
  readonly type?: "emotional" | "knowledge" | "behavioral" | "growth" | undefined;

  /** The subject, of 1 to 256 characters. Left out, recent and important memories that fit the type */
  readonly focus?: string | undefined;

  /** `deep` uses more memories, and the themes that they share. Default: "shallow". */
  readonly depth?: "shallow" | "deep" | undefined;
};

/** The parts of a relevance: the contributions add up to it */
export type RelevanceParts = {
  readonly similarity: {
    /** The measured value */
    readonly value: number;

    /** The weight of the value */
    readonly weight: number;

    /** Value times weight */
    readonly contribution: number;
  };
  readonly context: {
    /** The measured value */
    readonly value: number;

    /** The weight of the value */
    readonly weight: number;

    /** Value times weight */
    readonly contribution: number;
  };
  readonly recency: {
    /** The measured value */
    readonly value: number;

    /** The weight of the value */
    readonly weight: number;

    /** Value times weight */
    readonly contribution: number;
  };
  readonly importance: {
    /** The measured value */
    readonly value: number;

    /** The weight of the value */
    readonly weight: number;

    /** Value times weight */
    readonly contribution: number;
  };
  readonly salience: {
    /** The measured value */
    readonly value: number;

    /** The weight of the value */
    readonly weight: number;

    /** Value times weight */
    readonly contribution: number;
  };
};

/** The time of day on the agent's clock: morning from 5, day from 12, evening from 18, overnight from 23 */
export type Routine = "morning" | "day" | "evening" | "overnight";

/** The results of a search */
export type SearchAnswer = {
  /** The most relevant first, then the newest */
  readonly results: readonly SearchResult[];

  /** The query, as it was sent */
  readonly query: string;

  /** How long the search took, in milliseconds */
  readonly searchTime: number;

  /** Candidates below `threshold` */
  readonly belowThreshold: number;
};

/** A memory and its relevance to the query */
export type SearchResult = {
  readonly memory: Memory;

  /** How well the memory itself answers; `threshold` applies to it */
  readonly similarity: number;

  /** The order of the results */
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

  /** Names it is about, 32 at most. Names in its text are added */
  readonly entities?: readonly string[] | undefined;

  /** The source, in at most 256 characters */
  readonly source?: string | undefined;
};

/** Seeds for a thought */
export type SeedsToProcess = {
  readonly seeds: readonly Seed[];

  /** Make a thought even of a single seed, and of all seeds where none is important enough. Default: false. */
  readonly forceProcess?: boolean | undefined;

  /** Less important seeds are dropped; 0.3 where left out */
  readonly minImportance?: number | undefined;
};

/** The sentiment of a text: VADER's score, positive from 0.05, negative from −0.05 down */
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

/** The memory is stored */
export type StoreOutcome = {
  readonly success: true;

  /** The memory's id */
  readonly memoryId: string;

  /** Whether its vector exists already. Otherwise it follows, where a provider is configured */
  readonly embedding: boolean;
  readonly sentiment: Sentiment;
};

/** No memory says the same: it is stored as a new one */
export type StoredAsNew = {
  readonly success: true;

  /** The new or the existing memory */
  readonly memoryId: string;
  readonly deduplicated: false;
  readonly unique: true;
};

/** A thought, or a reflection on thoughts */
export type Thought = {
  readonly _id: string;

  /** The thought in the agent's words */
  readonly content: string;

  /** The seeds in the order given. Where they exceed 24,000 characters together, the longest are cut and end in “…”. Absent on reflections */
  readonly seeds?: readonly string[] | undefined;
  readonly tone: Tone;

  /** The writer's own confidence, lowered by claims that no seed supports */
  readonly confidence: number;

  /** Whether it is a moment of brilliance */
  readonly isBrilliant: boolean;
  readonly brillianceFactors?: BrillianceFactors | undefined;
  readonly basedOn?: ReflectedOn | undefined;
  readonly timestamp: Timestamp;
};

/** The thought that was made */
export type ThoughtMade = {
  readonly success: true;
  readonly thought: Thought;

  /** Seeds below `minImportance` */
  readonly filtered: number;

  /** How long it took, in milliseconds */
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

/** The state after the tick, and its artifacts */
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

/** Milliseconds since the Unix epoch; 0 for what has never happened */
export type Timestamp = number;

/** How a thought sounds */
export type Tone = "curious" | "excited" | "concerned" | "neutral" | "reflective";

/** How much the mood has moved recently, 0 to 1 */
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

/** The note is stored */
export type WakeOutcome = {
  readonly success: true;
  readonly acknowledged: true;

  /** Whether a tick was started; while one is running, the note waits for the next */
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

  /** Least importance, inclusive */
  readonly minImportance?: number | undefined;

  /** Only later than this, in milliseconds since the Unix epoch */
  readonly since?: number | undefined;

  /** Search text of at most 1,024 characters */
  readonly query?: string | undefined;

  /** Least similarity to `query`, 0.6 where left out; an error without `query` */
  readonly threshold?: number | undefined;
}

/** The query of `searchMemories` */
export interface SearchMemoriesQuery {
  /** The question or words to search for; at most 1,024 characters */
  readonly q: string;

  /** Most items of the page. Default: 10. */
  readonly limit?: number | undefined;

  /** Items to skip. Default: 0. */
  readonly offset?: number | undefined;

  /** Only memories of this type */
  readonly type?: MemoryType | undefined;

  /** Least similarity, inclusive. Default: 0.6. */
  readonly threshold?: number | undefined;

  /** Only memories created within exactly this time before now */
  readonly recency?: "1h" | "24h" | "7d" | "30d" | undefined;

  /** Whether each result has the parts of its relevance. Default: false. */
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

  /** Least confidence, inclusive */
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
  /** Search text of at most 1,024 characters */
  readonly query?: string | undefined;

  /** Least similarity to `query`, 0.6 where left out; an error without `query` */
  readonly threshold?: number | undefined;

  /** Most items of the page. Default: 10. */
  readonly limit?: number | undefined;

  /** Items to skip. Default: 0. */
  readonly offset?: number | undefined;

  /** Only items with this tag */
  readonly tag?: string | undefined;

  /** Only later than this, in milliseconds since the Unix epoch */
  readonly since?: number | undefined;
}

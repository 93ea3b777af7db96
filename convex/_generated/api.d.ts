/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type * as api_address from "../api/address.js";
import type * as api_auth from "../api/auth.js";
import type * as api_body from "../api/body.js";
import type * as api_digest from "../api/digest.js";
import type * as api_documentation from "../api/documentation.js";
import type * as api_endpoints_artifacts from "../api/endpoints/artifacts.js";
import type * as api_endpoints_control from "../api/endpoints/control.js";
import type * as api_endpoints_description from "../api/endpoints/description.js";
import type * as api_endpoints_logs from "../api/endpoints/logs.js";
import type * as api_endpoints_service from "../api/endpoints/service.js";
import type * as api_envelope from "../api/envelope.js";
import type * as api_errors from "../api/errors.js";
import type * as api_idempotencyKey from "../api/idempotencyKey.js";
import type * as api_openapi_document from "../api/openapi/document.js";
import type * as api_openapi_examples from "../api/openapi/examples.js";
import type * as api_openapi_failures from "../api/openapi/failures.js";
import type * as api_openapi_guide from "../api/openapi/guide.js";
import type * as api_openapi_headers from "../api/openapi/headers.js";
import type * as api_openapi_operation from "../api/openapi/operation.js";
import type * as api_openapi_schemas from "../api/openapi/schemas.js";
import type * as api_query from "../api/query.js";
import type * as api_quote from "../api/quote.js";
import type * as api_rate from "../api/rate.js";
import type * as api_responses from "../api/responses.js";
import type * as api_route from "../api/route.js";
import type * as api_router from "../api/router.js";
import type * as api_schemas_artifacts from "../api/schemas/artifacts.js";
import type * as api_schemas_common from "../api/schemas/common.js";
import type * as api_schemas_error from "../api/schemas/error.js";
import type * as api_schemas_feed from "../api/schemas/feed.js";
import type * as api_schemas_health from "../api/schemas/health.js";
import type * as api_schemas_logs from "../api/schemas/logs.js";
import type * as api_schemas_metadata from "../api/schemas/metadata.js";
import type * as api_schemas_openapi from "../api/schemas/openapi.js";
import type * as api_schemas_state from "../api/schemas/state.js";
import type * as api_schemas_tick from "../api/schemas/tick.js";
import type * as api_schemas_wake from "../api/schemas/wake.js";
import type * as api_validate from "../api/validate.js";
import type * as artifacts from "../artifacts.js";
import type * as consciousness from "../consciousness.js";
import type * as crons from "../crons.js";
import type * as currentSettings from "../currentSettings.js";
import type * as events from "../events.js";
import type * as http from "../http.js";
import type * as idempotency from "../idempotency.js";
import type * as logs from "../logs.js";
import type * as mind_affect from "../mind/affect.js";
import type * as mind_causes from "../mind/causes.js";
import type * as mind_clusterIdentity from "../mind/clusterIdentity.js";
import type * as mind_clustering from "../mind/clustering.js";
import type * as mind_dateMentions from "../mind/dateMentions.js";
import type * as mind_differences from "../mind/differences.js";
import type * as mind_duplicates from "../mind/duplicates.js";
import type * as mind_earnedArtifacts from "../mind/earnedArtifacts.js";
import type * as mind_entities from "../mind/entities.js";
import type * as mind_eventWords from "../mind/eventWords.js";
import type * as mind_health from "../mind/health.js";
import type * as mind_importance from "../mind/importance.js";
import type * as mind_irregularForms from "../mind/irregularForms.js";
import type * as mind_lexical from "../mind/lexical.js";
import type * as mind_links from "../mind/links.js";
import type * as mind_milestones from "../mind/milestones.js";
import type * as mind_moods from "../mind/moods.js";
import type * as mind_neighbourGraph from "../mind/neighbourGraph.js";
import type * as mind_opposites from "../mind/opposites.js";
import type * as mind_quiet from "../mind/quiet.js";
import type * as mind_rarity from "../mind/rarity.js";
import type * as mind_reflexes from "../mind/reflexes.js";
import type * as mind_relevance from "../mind/relevance.js";
import type * as mind_remark from "../mind/remark.js";
import type * as mind_routine from "../mind/routine.js";
import type * as mind_salience from "../mind/salience.js";
import type * as mind_searchRanking from "../mind/searchRanking.js";
import type * as mind_sentiment from "../mind/sentiment.js";
import type * as mind_sentimentWords from "../mind/sentimentWords.js";
import type * as mind_similarity from "../mind/similarity.js";
import type * as mind_situation from "../mind/situation.js";
import type * as mind_speaker from "../mind/speaker.js";
import type * as mind_stem from "../mind/stem.js";
import type * as mind_stopWords from "../mind/stopWords.js";
import type * as mind_themes from "../mind/themes.js";
import type * as mind_tickAnswer from "../mind/tickAnswer.js";
import type * as mind_tickPrompt from "../mind/tickPrompt.js";
import type * as mind_tickWords from "../mind/tickWords.js";
import type * as mind_tokens from "../mind/tokens.js";
import type * as mind_triage from "../mind/triage.js";
import type * as mind_wording from "../mind/wording.js";
import type * as mind_words from "../mind/words.js";
import type * as model_agent from "../model/agent.js";
import type * as model_artifacts from "../model/artifacts.js";
import type * as model_events from "../model/events.js";
import type * as model_health from "../model/health.js";
import type * as model_idempotency from "../model/idempotency.js";
import type * as model_listing from "../model/listing.js";
import type * as model_lock from "../model/lock.js";
import type * as model_logs from "../model/logs.js";
import type * as model_present from "../model/present.js";
import type * as model_service from "../model/service.js";
import type * as model_situation from "../model/situation.js";
import type * as model_thoughts from "../model/thoughts.js";
import type * as model_ticks from "../model/ticks.js";
import type * as model_vitals from "../model/vitals.js";
import type * as provider_answer from "../provider/answer.js";
import type * as provider_chat from "../provider/chat.js";
import type * as provider_failure from "../provider/failure.js";
import type * as provider_formats from "../provider/formats.js";
import type * as provider_judgement from "../provider/judgement.js";
import type * as provider_reply from "../provider/reply.js";
import type * as provider_retry from "../provider/retry.js";
import type * as provider_session from "../provider/session.js";
import type * as provider_structure from "../provider/structure.js";
import type * as rateLimits from "../rateLimits.js";
import type * as service from "../service.js";
import type * as settings from "../settings.js";
import type * as state from "../state.js";
import type * as ticking from "../ticking.js";
import type * as ticks from "../ticks.js";
import type * as validators from "../validators.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  "api/address": typeof api_address;
  "api/auth": typeof api_auth;
  "api/body": typeof api_body;
  "api/digest": typeof api_digest;
  "api/documentation": typeof api_documentation;
  "api/endpoints/artifacts": typeof api_endpoints_artifacts;
  "api/endpoints/control": typeof api_endpoints_control;
  "api/endpoints/description": typeof api_endpoints_description;
  "api/endpoints/logs": typeof api_endpoints_logs;
  "api/endpoints/service": typeof api_endpoints_service;
  "api/envelope": typeof api_envelope;
  "api/errors": typeof api_errors;
  "api/idempotencyKey": typeof api_idempotencyKey;
  "api/openapi/document": typeof api_openapi_document;
  "api/openapi/examples": typeof api_openapi_examples;
  "api/openapi/failures": typeof api_openapi_failures;
  "api/openapi/guide": typeof api_openapi_guide;
  "api/openapi/headers": typeof api_openapi_headers;
  "api/openapi/operation": typeof api_openapi_operation;
  "api/openapi/schemas": typeof api_openapi_schemas;
  "api/query": typeof api_query;
  "api/quote": typeof api_quote;
  "api/rate": typeof api_rate;
  "api/responses": typeof api_responses;
  "api/route": typeof api_route;
  "api/router": typeof api_router;
  "api/schemas/artifacts": typeof api_schemas_artifacts;
  "api/schemas/common": typeof api_schemas_common;
  "api/schemas/error": typeof api_schemas_error;
  "api/schemas/feed": typeof api_schemas_feed;
  "api/schemas/health": typeof api_schemas_health;
  "api/schemas/logs": typeof api_schemas_logs;
  "api/schemas/metadata": typeof api_schemas_metadata;
  "api/schemas/openapi": typeof api_schemas_openapi;
  "api/schemas/state": typeof api_schemas_state;
  "api/schemas/tick": typeof api_schemas_tick;
  "api/schemas/wake": typeof api_schemas_wake;
  "api/validate": typeof api_validate;
  artifacts: typeof artifacts;
  consciousness: typeof consciousness;
  crons: typeof crons;
  currentSettings: typeof currentSettings;
  events: typeof events;
  http: typeof http;
  idempotency: typeof idempotency;
  logs: typeof logs;
  "mind/affect": typeof mind_affect;
  "mind/causes": typeof mind_causes;
  "mind/clusterIdentity": typeof mind_clusterIdentity;
  "mind/clustering": typeof mind_clustering;
  "mind/dateMentions": typeof mind_dateMentions;
  "mind/differences": typeof mind_differences;
  "mind/duplicates": typeof mind_duplicates;
  "mind/earnedArtifacts": typeof mind_earnedArtifacts;
  "mind/entities": typeof mind_entities;
  "mind/eventWords": typeof mind_eventWords;
  "mind/health": typeof mind_health;
  "mind/importance": typeof mind_importance;
  "mind/irregularForms": typeof mind_irregularForms;
  "mind/lexical": typeof mind_lexical;
  "mind/links": typeof mind_links;
  "mind/milestones": typeof mind_milestones;
  "mind/moods": typeof mind_moods;
  "mind/neighbourGraph": typeof mind_neighbourGraph;
  "mind/opposites": typeof mind_opposites;
  "mind/quiet": typeof mind_quiet;
  "mind/rarity": typeof mind_rarity;
  "mind/reflexes": typeof mind_reflexes;
  "mind/relevance": typeof mind_relevance;
  "mind/remark": typeof mind_remark;
  "mind/routine": typeof mind_routine;
  "mind/salience": typeof mind_salience;
  "mind/searchRanking": typeof mind_searchRanking;
  "mind/sentiment": typeof mind_sentiment;
  "mind/sentimentWords": typeof mind_sentimentWords;
  "mind/similarity": typeof mind_similarity;
  "mind/situation": typeof mind_situation;
  "mind/speaker": typeof mind_speaker;
  "mind/stem": typeof mind_stem;
  "mind/stopWords": typeof mind_stopWords;
  "mind/themes": typeof mind_themes;
  "mind/tickAnswer": typeof mind_tickAnswer;
  "mind/tickPrompt": typeof mind_tickPrompt;
  "mind/tickWords": typeof mind_tickWords;
  "mind/tokens": typeof mind_tokens;
  "mind/triage": typeof mind_triage;
  "mind/wording": typeof mind_wording;
  "mind/words": typeof mind_words;
  "model/agent": typeof model_agent;
  "model/artifacts": typeof model_artifacts;
  "model/events": typeof model_events;
  "model/health": typeof model_health;
  "model/idempotency": typeof model_idempotency;
  "model/listing": typeof model_listing;
  "model/lock": typeof model_lock;
  "model/logs": typeof model_logs;
  "model/present": typeof model_present;
  "model/service": typeof model_service;
  "model/situation": typeof model_situation;
  "model/thoughts": typeof model_thoughts;
  "model/ticks": typeof model_ticks;
  "model/vitals": typeof model_vitals;
  "provider/answer": typeof provider_answer;
  "provider/chat": typeof provider_chat;
  "provider/failure": typeof provider_failure;
  "provider/formats": typeof provider_formats;
  "provider/judgement": typeof provider_judgement;
  "provider/reply": typeof provider_reply;
  "provider/retry": typeof provider_retry;
  "provider/session": typeof provider_session;
  "provider/structure": typeof provider_structure;
  rateLimits: typeof rateLimits;
  service: typeof service;
  settings: typeof settings;
  state: typeof state;
  ticking: typeof ticking;
  ticks: typeof ticks;
  validators: typeof validators;
}>;

/**
 * A utility for referencing Convex functions in your app's public API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = api.myModule.myFunction;
 * ```
 */
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;

/**
 * A utility for referencing Convex functions in your app's internal API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = internal.myModule.myFunction;
 * ```
 */
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;

export declare const components: {
  counts: import("@convex-dev/aggregate/_generated/component.js").ComponentApi<"counts">;
  rateLimiter: import("@convex-dev/rate-limiter/_generated/component.js").ComponentApi<"rateLimiter">;
};

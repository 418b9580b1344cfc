import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import {
  limitParameter,
  momentParameter,
  positionParameter,
  repeatedParameter,
  textParameter,
  toFlagParameter,
} from '#domain/shared/query.contract.ts';

/** The actor: a user, or a component such as `scout`; `email` is null for a component and for a deleted user. */
const actor = z.object({ id: z.string(), email: z.string().nullable() });

/**
 * One event of the log. `ordinal` counts from 1 and `hash` (hex) is the hash of the chain: null for the very newest
 * events.
 */
export const historyEvent = z.object({
  position: z.number(),
  id: z.string(),
  stream: z.string(),
  revision: z.number(),
  type: z.string(),
  at: z.string(),
  actor,
  sentence: z.string(),
  data: z.unknown(),
  metadata: z.object({
    actor: z.string(),
    commandId: z.string(),
    causationId: z.string().optional(),
    correlationId: z.string(),
    requestId: z.string().optional(),
    channel: z.string().optional(),
    at: z.string(),
    /** Of the events appended together, by type, except those at version 1. */
    versions: z.record(z.string(), z.number()).optional(),
  }),
  ordinal: z.number().nullable(),
  hash: z.string().nullable(),
});
export type HistoryEvent = z.infer<typeof historyEvent>;

/** The causation tree: a command, the events that it produced, and below each event what it caused. */
export type ChainNode = {
  kind: 'command' | 'event' | 'delivery';
  /** For an event, otherwise null. */
  position: number | null;
  label: string;
  text: string;
  at: string | null;
  children: ChainNode[];
};
export const chainNode: z.ZodType<ChainNode> = z.object({
  kind: z.enum(['command', 'event', 'delivery']),
  position: z.number().nullable(),
  label: z.string(),
  text: z.string(),
  at: z.string().nullable(),
  get children() {
    return z.array(chainNode);
  },
});

export const historyDetails = historyEvent.extend({ chain: z.array(chainNode) });
export type HistoryDetails = z.infer<typeof historyDetails>;

/** The first place where the log differs from what was written; `position` is null where the store cannot tell it. */
export const logDifference = z.object({
  position: z.number().nullable(),
  ordinal: z.number(),
  kind: z.enum(['changed', 'missing', 'inserted', 'out-of-order', 'seal', 'chain', 'file']),
  sentence: z.string(),
});
export type LogDifference = z.infer<typeof logDifference>;

export const sealCheck = z.object({
  position: z.number(),
  ordinal: z.number(),
  hash: z.string(),
  /** Of the Merkle tree over the events up to `ordinal`; absent in older seals. */
  root: z.string().optional(),
  at: z.string(),
  keyId: z.string(),
  state: z.enum(['good', 'bad-signature', 'unknown-key', 'differs', 'not-reached']),
});
export type SealCheck = z.infer<typeof sealCheck>;

const earlierVerification = z.object({ at: z.string(), fullAt: z.string() });
export type EarlierVerification = z.infer<typeof earlierVerification>;

/** The last verification, and the running one; times are ISO 8601. */
export const verification = z.object({
  last: z
    .object({
      at: z.string(),
      /** Null where the verification failed to run: `problem` then says why. */
      ok: z.boolean().nullable(),
      problem: z.string().nullable(),
      /** The number of the first event that was read, and of the last. */
      from: z.number(),
      events: z.number(),
      /** When the events before `from` were verified, and when the whole log was last read at once; null from 1 on. */
      earlier: earlierVerification.nullable(),
      upTo: z.number(),
      seconds: z.number(),
      difference: logDifference.nullable(),
      /** The total count, and the newest ones. */
      seals: z.object({ count: z.number(), last: sealCheck.nullable() }),
    })
    .nullable(),
  /** The number of events in the log; null where that is unknown. */
  total: z.number().nullable(),
  running: z.object({ since: z.string(), events: z.number(), total: z.number().nullable() }).nullable(),
  key: z.object({ keyId: z.string(), publicKey: z.string() }).nullable(),
});
export type Verification = z.infer<typeof verification>;

export const historyFilters = {
  person: textParameter('person', 254).optional(),
  stream: textParameter('stream', 200).optional(),
  type: repeatedParameter('type', 100),
  from: momentParameter('from'),
  to: momentParameter('to'),
  q: textParameter('q', 200).optional(),
};
const toPosition = (name: string) => positionParameter(`${name} must be a position in the log`);

const historyPageQuery = z.object({
  ...historyFilters,
  limit: limitParameter().default(50),
  cursor: toPosition('cursor').optional(),
  after: toPosition('after').optional(),
});

const historyFormats = ['jsonl', 'csv', 'evidence'] as const;
export type HistoryFormat = (typeof historyFormats)[number];

const historyExportQuery = z.object({
  ...historyFilters,
  format: z.enum(historyFormats, 'format must be jsonl, csv or evidence').default('jsonl'),
});

const forAuditors = { method: 'get', access: 'full-admin' } as const;

export const historyEndpoints = defineEndpoints('History', {
  listHistory: {
    ...forAuditors,
    path: '/api/admin/history',
    query: historyPageQuery,
    response: z.array(historyEvent),
  },
  exportHistory: {
    ...forAuditors,
    needsProof: ({ format }) => format === 'evidence',
    path: '/api/admin/history/export',
    maxAtOnce: 4,
    query: historyExportQuery,
    responseTypes: ['application/x-ndjson', 'text/csv', 'application/json'],
  },
  /** Evidence of all events of the user's streams and of those that name the user. */
  getUserEvidence: {
    ...forAuditors,
    path: '/api/admin/users/:id/evidence',
    needsProof: true,
    errors: [404],
    maxAtOnce: 4,
    responseTypes: ['application/json'],
  },
  listEventTypes: { ...forAuditors, path: '/api/admin/history/types', response: z.array(z.string()) },
  getVerification: { ...forAuditors, path: '/api/admin/history/verification', response: verification },
  beginVerification: {
    ...forAuditors,
    method: 'post',
    path: '/api/admin/history/verification',
    query: z.object({
      full: toFlagParameter(z.boolean('full must be true or 1, or not given')).default(false),
    }),
    description: 'Begins after the last seal up to which the log was verified before; with `full`, at the first event.',
    response: verification,
  },
  /** Null for a position that is no number: there is no such event. */
  getHistoryEvent: {
    ...forAuditors,
    path: '/api/admin/history/:position',
    maxAtOnce: 8,
    params: z.object({ position: toPosition('position').nullable().catch(null) }),
    response: historyDetails,
  },
});

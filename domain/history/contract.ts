import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { limitParameter, positionParameter, textParameter } from '#domain/shared/query.contract.ts';

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
  at: z.string(),
  keyId: z.string(),
  state: z.enum(['good', 'bad-signature', 'unknown-key', 'differs', 'not-reached']),
});
export type SealCheck = z.infer<typeof sealCheck>;

/** The last verification, and the running one; times are ISO 8601. */
export const verification = z.object({
  last: z
    .object({
      at: z.string(),
      /** Null where the verification failed to run: `problem` then says why. */
      ok: z.boolean().nullable(),
      problem: z.string().nullable(),
      events: z.number(),
      upTo: z.number(),
      seconds: z.number(),
      difference: logDifference.nullable(),
      /** The total count, and the newest ones. */
      seals: z.object({ count: z.number(), last: sealCheck.nullable() }),
    })
    .nullable(),
  running: z.object({ since: z.string(), events: z.number(), total: z.number().nullable() }).nullable(),
  key: z.object({ keyId: z.string(), publicKey: z.string() }).nullable(),
});
export type Verification = z.infer<typeof verification>;

/** A day without a time means its first or last millisecond in UTC. */
function momentParameter(name: string) {
  const wrong = `${name} must be a day such as 2026-11-21, or a time such as 2026-11-21T10:00:00Z`;
  return z
    .string(`${name} must be given once`)
    .trim()
    .pipe(z.union([z.literal(''), z.iso.date(), z.iso.datetime({ offset: true })], wrong))
    .optional();
}

export const historyFilters = {
  person: textParameter('person', 254).optional(),
  stream: textParameter('stream', 200).optional(),
  type: textParameter('type', 100).optional(),
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

const historyExportQuery = z.object({
  ...historyFilters,
  format: z.enum(['jsonl', 'csv'], 'format must be jsonl or csv').default('jsonl'),
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
    path: '/api/admin/history/export',
    maxAtOnce: 4,
    query: historyExportQuery,
    responseTypes: ['application/x-ndjson', 'text/csv'],
  },
  getVerification: { ...forAuditors, path: '/api/admin/history/verification', response: verification },
  beginVerification: {
    ...forAuditors,
    method: 'post',
    path: '/api/admin/history/verification',
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

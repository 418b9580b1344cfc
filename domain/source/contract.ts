import * as z from 'zod';
import { propertyTypes } from '#domain/listing/contract.ts';

/** Why a source is out of order: passes that failed, no pass at all, or a second opinion that cannot be had. */
const failureKinds = ['failures', 'silence', 'unreachable', 'budget'] as const;
export type FailureKind = (typeof failureKinds)[number];

/** The id that the second opinion is watched under; none of a source can be the same, as these have no underscore. */
export const secondOpinionSourceId = 'second_opinion';

export const sourceKinds = ['feed', 'webhook', 'email', 'imap', 'sell', 'admin-entry', 'simulator'] as const;
export type SourceKind = (typeof sourceKinds)[number];

const count = z.number();
const time = z.string();

/** What became of items; the four last add up to the first. */
export const itemCounts = z.object({
  items: count,
  accepted: count,
  duplicates: count,
  review: count,
  rejected: count,
});
export type ItemCounts = z.infer<typeof itemCounts>;
export const noItemCounts: ItemCounts = { items: 0, accepted: 0, duplicates: 0, review: 0, rejected: 0 };

const alarm = z.object({ at: time, trouble: z.enum(failureKinds), problem: z.string() });

/** `waiting`: nothing is known yet of how it does. */
const sourceStates = ['working', 'waiting', 'failing', 'paused'] as const;
export type SourceState = (typeof sourceStates)[number];

/** One of `GET /api/admin/sources`. Times are ISO 8601; null for what there is not. */
export const sourceView = z.object({
  id: z.string(),
  kind: z.enum(sourceKinds),
  /** Whether it is read by the scout, or brings its listings by itself. */
  flow: z.enum(['pull', 'push']),
  /** Why it may be used. */
  basis: z.string(),
  /** Where it is read from, without what may be secret in it. */
  address: z.string().nullable(),
  everySeconds: count.nullable(),
  state: z.enum(sourceStates),
  /** `by` is how the one who paused it reads. */
  paused: z.object({ at: time, by: z.string() }).nullable(),
  lastPassAt: time.nullable(),
  nextPassAt: time.nullable(),
  lastPass: itemCounts.nullable(),
  /** What it brought in the last 7 days, and how often that failed. */
  week: itemCounts.extend({ errors: count }),
  /** Why the last pass failed, and how many failed in a row. */
  problem: z.string().nullable(),
  failures: count,
  /** Admins were alarmed, and it is not over yet. */
  alarm: alarm.nullable(),
  /** A pass was asked for that has not come to its end. */
  isRunning: z.boolean(),
});
export type SourceView = z.infer<typeof sourceView>;

const maxSampleLength = 50_000;

/** What `POST .../try` takes: some of what the source gives, in its own format. */
export const sampleBody = z.object({
  sample: z
    .string('sample must be text')
    .refine((text) => text.trim() !== '', 'sample must not be empty')
    .max(maxSampleLength, 'sample must be at most 50,000 characters'),
});

/** What would become of one item. `item` is raw, as the source's own mapping gives it; `price` in whole US dollars. */
const dryRunItem = z.object({
  item: z.unknown(),
  price: count.nullable(),
  place: z
    .object({ zipCode: z.string().nullable(), city: z.string().nullable(), state: z.string().nullable() })
    .nullable(),
  propertyType: z.enum(propertyTypes).nullable(),
  /** What the verdict rests on, quoted from the item. */
  reasons: z.array(z.object({ says: z.string(), quote: z.string() })),
  outcome: z.enum(['accepted', 'duplicate', 'review', 'rejected']),
  reason: z.string().nullable(),
  duplicateOf: z.object({ listingId: z.string(), title: z.string() }).nullable(),
});
export type DryRunItem = z.infer<typeof dryRunItem>;

/** What `POST .../try` answers: the first 50 items, of so many. */
export const dryRunResult = z.object({ items: z.array(dryRunItem), total: count });
export type DryRunResult = z.infer<typeof dryRunResult>;

/** How long alerts of the last hour took from the listing's coming in to their delivery, in seconds. */
const latency = z.object({ alerts: count, p50: count, p95: count });
export type AlertLatency = z.infer<typeof latency>;

const opinionStates = ['off', 'on', 'unreachable', 'budget spent'] as const;
export type OpinionState = (typeof opinionStates)[number];

/** What `GET /api/admin/scout` answers: how the scout does, besides its sources. */
export const scoutView = z.object({
  /** What waits: mails and pushes to be sent, members of daily digests, items for a person. */
  queues: z.object({ mails: count, pushes: count, digests: count, review: count }),
  /** Null where no alert was delivered in the last hour. */
  latency: latency.nullable(),
  deadLetters: count,
  opinion: z.object({ state: z.enum(opinionStates), callsToday: count, dailyCalls: count.nullable() }),
  /** Outages that admins were told of and that are not over. */
  alarms: z.array(alarm.extend({ sourceId: z.string() })),
});
export type ScoutView = z.infer<typeof scoutView>;

export const scoutStatusPath = '/api/admin/scout';

export const sourcePaths = {
  list: '/api/admin/sources',
  pause: (id: string) => `/api/admin/sources/${id}/pause`,
  resume: (id: string) => `/api/admin/sources/${id}/resume`,
  run: (id: string) => `/api/admin/sources/${id}/run`,
  try: (id: string) => `/api/admin/sources/${id}/try`,
} as const;

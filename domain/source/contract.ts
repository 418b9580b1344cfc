import * as z from 'zod';
import { channelNames, toQueueRecord } from '#domain/alert/channels.contract.ts';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { overruledSource, weightsInUse } from '#domain/correction/contract.ts';
import { leftOutField } from '#domain/listing/contract.ts';
import { itemOutcome, itemReading } from '#domain/listing/facts.contract.ts';
import {
  changedFeedBody,
  feedDescription,
  feedKind,
  feedMapping,
  feedUrl,
  newFeedBody,
} from './feed-description.contract.ts';

/** Why a source is failing: failed passes, no pass at all, or an unavailable LLM. */
const failureKinds = ['failures', 'silence', 'unreachable', 'budget'] as const;
export type FailureKind = (typeof failureKinds)[number];

/** The id under which the LLM is monitored; it has an underscore, so that it never equals the id of a source. */
export const secondOpinionSourceId = 'second_opinion';
/** The event log is monitored like a source, too. */
export const eventLogSourceId = 'event_log';
export const witnessSourceId = 'seal_witness';

const systemSourceNames = new Map([
  [secondOpinionSourceId, 'AI second opinion'],
  [eventLogSourceId, 'Event log'],
  [witnessSourceId, 'Witness of seals'],
]);

/** The name of what is monitored like a source, but is none; null for a source. */
export function findSystemSourceName(sourceId: string): string | null {
  return systemSourceNames.get(sourceId) ?? null;
}

export const sourceKinds = ['feed', 'webhook', 'email', 'imap', 'sell', 'admin-entry', 'simulator'] as const;
export type SourceKind = (typeof sourceKinds)[number];

const count = z.number();
const time = z.string();

/** Results of the items; the last four counts add up to the first. */
export const itemCounts = z.object({
  items: count,
  accepted: count,
  duplicates: count,
  review: count,
  rejected: count,
});
export type ItemCounts = z.infer<typeof itemCounts>;
export const noItemCounts: ItemCounts = { items: 0, accepted: 0, duplicates: 0, review: 0, rejected: 0 };

export const unreadableMails = z.object({ count, lastAt: time, reason: z.string() });
export type UnreadableMails = z.infer<typeof unreadableMails>;

const alarm = z.object({ at: time, trouble: z.enum(failureKinds), problem: z.string() });

/** `waiting`: its health is not known yet. */
const sourceStates = ['working', 'waiting', 'failing', 'paused'] as const;
export type SourceState = (typeof sourceStates)[number];

/** One of `GET /api/admin/sources`. Times are ISO 8601; null where there is no value. */
export const sourceView = z.object({
  id: z.string(),
  kind: z.enum(sourceKinds),
  /** Whether the scout reads it, or it pushes its listings. */
  flow: z.enum(['pull', 'push']),
  /** Why we are allowed to use it. */
  basis: z.string(),
  /** The address it is read from, without secrets; null for a saved feed. */
  address: z.string().nullable(),
  /** The description of a feed that was saved here, for full admins; null for all other sources. */
  feed: feedDescription.nullable(),
  everySeconds: count.nullable(),
  state: z.enum(sourceStates),
  /** `by` is the display name of the user who paused it. */
  paused: z.object({ at: time, by: z.string() }).nullable(),
  lastPassAt: time.nullable(),
  nextPassAt: time.nullable(),
  lastPass: itemCounts.nullable(),
  /** Its results of the last 7 days, and how often that failed. */
  week: itemCounts.extend({ errors: count }),
  /** Its emails of the last 7 days that could not be read, and why the last one; null for none. */
  unreadable: unreadableMails.nullable(),
  /** Why the last pass failed, and how many failed in a row. */
  problem: z.string().nullable(),
  failures: count,
  /** The outage that admins were notified of, while it lasts. */
  alarm: alarm.nullable(),
  /** Whether a requested pass is not finished yet. */
  isRunning: z.boolean(),
});
export type SourceView = z.infer<typeof sourceView>;

const maxSampleLength = 50_000;

/** Body of `POST .../try`: a sample of the source's data, in its own format. */
export const sampleBody = z.object({
  sample: z
    .string('sample must be text')
    .refine((text) => text.trim() !== '', 'sample must not be empty')
    .max(maxSampleLength, 'sample must be at most 50,000 characters'),
});

/** The result for one item. `item` is raw, as the source's own mapping gives it. */
const dryRunItem = z.object({
  ...itemReading.shape,
  ...itemOutcome.shape,
  item: z.unknown(),
  leftOut: z.array(leftOutField),
  duplicateOf: z.object({ id: z.string(), title: z.string() }).nullable(),
});
export type DryRunItem = z.infer<typeof dryRunItem>;

/** Answer of `POST .../try`: the first 50 items, and the total count. */
export const dryRunResult = z.object({ items: z.array(dryRunItem), total: count });
export type DryRunResult = z.infer<typeof dryRunResult>;

export const maxFeedBytes = 2_000_000;

/** Body of `POST .../dry-run`: what is left out of kind and mapping is found out from the content. */
export const feedDryRunBody = z
  .strictObject({
    url: feedUrl.optional(),
    body: z.string('body must be text').min(1, 'body must not be empty').max(maxFeedBytes).optional(),
    kind: feedKind.optional(),
    mapping: feedMapping.optional(),
  })
  .refine(
    ({ url, body }) => (url === undefined) !== (body === undefined),
    'The body must have a url or a body, and not both',
  );

/** Answer of `POST .../dry-run`: how it can be described, and the outcome of its first rows. */
export const feedDryRun = z.object({
  kind: feedKind,
  /** Of CSV. */
  delimiter: z.string().nullable(),
  /** The path of the list in JSON; null where the text is a list. */
  items: z.string().nullable(),
  columns: z.array(z.string()),
  mapping: feedMapping,
  /** What the mapping lacks before rows can be read; null for nothing. */
  problem: z.string().nullable(),
  result: dryRunResult,
});
export type FeedDryRun = z.infer<typeof feedDryRun>;

/** Answer of `GET .../connections`: how a source can reach this installation; null for what is not set up. */
export const connectionsView = z.object({
  webhook: z.object({
    address: z.string(),
    /** The name of the setting that holds the secret, and whether it is set. */
    setting: z.string(),
    isOn: z.boolean(),
    /** A line for a terminal that signs and sends a listing, which waits for review. */
    command: z.string(),
  }),
  /** By IMAP, with no password, and by a mail server that hands mails over. */
  mailbox: z.object({ address: z.string().nullable(), handOver: z.string().nullable(), lastMailAt: time.nullable() }),
});
export type ConnectionsView = z.infer<typeof connectionsView>;

/** The latency of alerts of the last hour, from the listing's arrival to the delivery, in seconds. */
const latency = z.object({ alerts: count, p50: count, p95: count });
export type AlertLatency = z.infer<typeof latency>;

const opinionStates = ['off', 'on', 'unreachable', 'budget spent'] as const;
export type OpinionState = (typeof opinionStates)[number];

/** Answer of `GET /api/admin/scout`: the scout's status, besides its sources. */
export const scoutView = z.object({
  /** Queue lengths: mails and pushes to be sent, members of daily digests, items for review. */
  queues: z.object({ ...toQueueRecord(channelNames.map(() => count)), digests: count, review: count }),
  /** Null where no alert was delivered in the last hour. */
  latency: latency.nullable(),
  deadLetters: count,
  weights: weightsInUse,
  opinion: z.object({ state: z.enum(opinionStates), callsToday: count, dailyCalls: count.nullable() }),
  /** Current outages that admins were notified of. */
  alarms: z.array(alarm.extend({ sourceId: z.string() })),
});
export type ScoutView = z.infer<typeof scoutView>;

const sourceAction = { method: 'post', access: 'full-admin', response: sourceView } as const;
const feedChange = { access: 'full-admin', errors: [409], waitsFor: ['sources', 'workflow-log'] } as const;

export const sourceEndpoints = defineEndpoints('Sources', {
  getScoutStatus: { method: 'get', path: '/api/admin/scout', access: 'admin', response: scoutView },
  listSources: { method: 'get', path: '/api/admin/sources', access: 'admin', response: z.array(sourceView) },
  listOverruled: {
    method: 'get',
    path: '/api/admin/sources/overruled',
    access: 'admin',
    description: 'How often people overruled the rules in the last RETENTION_DAYS.',
    response: z.array(overruledSource),
  },
  saveFeed: {
    ...feedChange,
    method: 'post',
    path: '/api/admin/sources',
    description: 'Saves a feed, which is read from now on like those of the FEEDS file.',
    body: newFeedBody,
    status: 201,
    response: sourceView,
  },
  changeFeed: {
    ...feedChange,
    method: 'patch',
    path: '/api/admin/sources/:id',
    body: changedFeedBody,
    response: sourceView,
  },
  removeFeed: {
    ...feedChange,
    method: 'delete',
    path: '/api/admin/sources/:id',
    description: 'Stops reading a saved feed. Its listings stay.',
    status: 204,
  },
  pauseSource: { ...sourceAction, path: '/api/admin/sources/:id/pause', waitsFor: ['sources', 'workflow-log'] },
  resumeSource: { ...sourceAction, path: '/api/admin/sources/:id/resume', waitsFor: ['sources', 'workflow-log'] },
  /** 202 where the pass is not finished yet. */
  runSource: { ...sourceAction, path: '/api/admin/sources/:id/run', otherResponses: { 202: sourceView } },
  getConnections: {
    method: 'get',
    path: '/api/admin/sources/connections',
    access: 'full-admin',
    response: connectionsView,
  },
  dryRunFeed: {
    method: 'post',
    path: '/api/admin/sources/dry-run',
    access: 'full-admin',
    description: 'Reads a feed as it would be read, and writes nothing.',
    body: feedDryRunBody,
    maxBodyBytes: 2 * maxFeedBytes,
    maxAtOnce: 2,
    response: feedDryRun,
  },
  trySource: {
    method: 'post',
    path: '/api/admin/sources/:id/try',
    access: 'admin',
    body: sampleBody,
    response: dryRunResult,
  },
});

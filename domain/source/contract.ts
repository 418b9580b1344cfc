import * as z from 'zod';
import type { PropertyType } from '../listing/contract.ts';
import type { Reason } from '../listing/events.ts';
import type { Trouble } from './events.ts';

/** The id that the second opinion is watched under; none of a source can be the same, as these have no underscore. */
export const secondOpinion = 'second_opinion';
/** Sources that are the product's own, whether they have brought anything or not. */
export const ownSources = { sell: 'sell', entry: 'admin-entry', simulator: 'simulator' } as const;

export const sourceKinds = ['feed', 'webhook', 'email', 'imap', 'sell', 'admin-entry', 'simulator'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** What became of items; the four last add up to the first. */
export type Brought = { items: number; accepted: number; duplicates: number; review: number; rejected: number };
export const broughtNothing: Brought = { items: 0, accepted: 0, duplicates: 0, review: 0, rejected: 0 };

/** `waiting`: nothing is known yet of how it does. */
export type SourceState = 'working' | 'waiting' | 'failing' | 'paused';

/** One of `GET /api/admin/sources`. Times are ISO 8601; null for what there is not. */
export type SourceView = {
  id: string;
  kind: SourceKind;
  /** Whether it is read by the scout, or brings its listings by itself. */
  flow: 'pull' | 'push';
  /** Why it may be used. */
  basis: string;
  /** Where it is read from, without what may be secret in it. */
  address: string | null;
  everySeconds: number | null;
  state: SourceState;
  /** `by` is how the one who paused it reads. */
  paused: { at: string; by: string } | null;
  lastPassAt: string | null;
  nextPassAt: string | null;
  lastPass: Brought | null;
  /** What it brought in the last 7 days, and how often that failed. */
  week: Brought & { errors: number };
  /** Why the last pass failed, and how many failed in a row. */
  problem: string | null;
  failures: number;
  /** Admins were alarmed, and it is not over yet. */
  alarm: { at: string; trouble: Trouble; problem: string } | null;
  /** A pass was asked for that has not come to its end. */
  isRunning: boolean;
};

const longestSample = 200_000;

/** What `POST .../try` takes: some of what the source gives, in its own format. */
export const sampleBody = z.object({
  sample: z
    .string('sample must be text')
    .refine((text) => text.trim() !== '', 'sample must not be empty')
    .max(longestSample, 'sample must be at most 200,000 characters'),
});

/** What would become of one item. `item` is raw, as the source's own mapping gives it; `price` in whole US dollars. */
export type TriedItem = {
  item: unknown;
  price: number | null;
  place: { zipCode: string | null; city: string | null; state: string | null } | null;
  propertyType: PropertyType | null;
  /** What the verdict rests on, quoted from the item. */
  reasons: Reason[];
  outcome: 'accepted' | 'duplicate' | 'review' | 'rejected';
  reason: string | null;
  duplicateOf: { listingId: string; title: string } | null;
};

/** What `POST .../try` answers: the first 50 items, of so many. */
export type TriedSample = { items: TriedItem[]; total: number };

/** How long alerts of the last hour took from the listing's coming in to their delivery, in seconds. */
export type Latency = { alerts: number; p50: number; p95: number };

export type OpinionState = 'off' | 'on' | 'unreachable' | 'budget spent';

/** What `GET /api/admin/scout` answers: how the scout does, besides its sources. */
export type ScoutView = {
  /** What waits: mails and pushes to be sent, members of daily digests, items for a person. */
  queues: { mails: number; pushes: number; digests: number; review: number };
  /** Null where no alert was delivered in the last hour. */
  latency: Latency | null;
  deadLetters: number;
  opinion: { state: OpinionState; callsToday: number; dailyCalls: number | null };
  /** Outages that admins were told of and that are not over. */
  alarms: { sourceId: string; at: string; trouble: Trouble; problem: string }[];
};

export const scoutStatusPath = '/api/admin/scout';

export const sourcePaths = {
  list: '/api/admin/sources',
  pause: (id: string) => `/api/admin/sources/${id}/pause`,
  resume: (id: string) => `/api/admin/sources/${id}/resume`,
  run: (id: string) => `/api/admin/sources/${id}/run`,
  try: (id: string) => `/api/admin/sources/${id}/try`,
} as const;

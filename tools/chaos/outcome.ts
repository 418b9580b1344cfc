import type { StoredEvent } from '#server/platform/event-store/port.ts';

/** Times are those of performance.now(). */
export type Fault = { name: string; begin: number; end: number };
/** The answer to a request; status 0 is none. */
export type Answer = { at: number; tookMs: number; status: number };

/** What the server has acknowledged: `key` is found in the log again. */
export type Fact = { kind: FactKind; key: string };
export const factKinds = ['save', 'registration', 'listing', 'import', 'payment', 'erasure'] as const;
export type FactKind = (typeof factKinds)[number];

/** A message that arrived. `id` is the same for each copy; `houses` are the numbers of the houses in it. */
export type Message = {
  at: number;
  channel: 'mail' | 'push' | 'webhook';
  to: string;
  id: string;
  houses: string[];
  /** How many more houses it only counts. */
  more: number;
  isAccepted: boolean;
};

/** An event of the log, without what only its type knows. */
export type LoggedEvent = Pick<StoredEvent, 'type' | 'data' | 'stream' | 'position'> & {
  metadata: Pick<StoredEvent['metadata'], 'commandId'>;
};

/** A user who signs in and has a part of their own in the load. */
export type ActorPart = 'saver' | 'daily' | 'push' | 'webhook' | 'payer' | 'leaver';

/** All that a run leaves. Houses are named by their number, users by their id. */
export type Outcome = {
  minutes: number;
  /** The faults that this run can cause. */
  faultNames: string[];
  facts: Fact[];
  events: LoggedEvent[];
  /** The houses on the dashboard of each member, from the views and, by `user@api`, from the API. */
  dashboards: Map<string, string[]>;
  /** The mail address of each user who still exists. */
  addresses: Map<string, string>;
  actors: { part: ActorPart; userId: string; email: string }[];
  /** When the deletion of an account was acknowledged, and what the server answers to its user afterwards. */
  erasure: { userId: string; email: string; at: number; traces: string[]; statusAfter: number } | null;
  digests: { view: string; shown: string; replayed: string }[];
  chain: { verified: number; stored: number; difference: string | null };
  /** What had not come to rest. */
  unfinished: string[];
  messages: Message[];
  answers: Answer[];
  faults: Fault[];
  /** Processes that ended without a fault, and faults that could not be injected. */
  failures: string[];
  logs: string[];
};

const houseNumber = /listings\.example\.com\/(\d+)|\bat (\d+) [A-Z]/g;

/** The numbers of the houses in a text, each once. */
export function findHouses(text: string): string[] {
  return [...new Set([...text.matchAll(houseNumber)].map(([, inLink, inTitle]) => inLink ?? inTitle ?? ''))];
}

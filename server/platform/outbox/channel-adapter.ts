import type { OutboxItem } from './item.ts';

/** The outcome for an item that was not accepted; `reason` is shown to admins and does not contain the address. */
export type SendFailure =
  | { kind: 'retry'; reason: string; afterMs?: number }
  | { kind: 'dead'; reason: string }
  /** It cannot be delivered any more, and is dropped. */
  | { kind: 'gone' };

/** How items of one channel are rendered and sent. */
export type ChannelAdapter<C = unknown, M extends object = object> = {
  channel: string;
  /** The most items that one process sends at the same time. */
  concurrency: number;
  /** The pause before each retry, up to a fifth longer; after the last one the item is dead. */
  backoffMs: readonly number[];
  /** The last pause repeats until an item is accepted: none is ever dead. */
  isPersistent?: boolean;
  /** Older items are dropped. */
  ttlMs?: number;
  /** Items that failed permanently are removed after this long; absent: never. */
  deadTtlMs?: number;
  // Methods, not properties: so that adapters of different contents are of one type.
  /** Null where it is no longer wanted; `notBefore` (ms since 1970) where it must wait. */
  render(item: OutboxItem<C>): Promise<M | { notBefore: number } | null>;
  /** Resolves when the message was accepted. `signal` aborts at the end of the time limit. */
  send(message: M, signal: AbortSignal): Promise<void>;
  classifyFailure(error: unknown, item: OutboxItem<C>): SendFailure;
  /** Called when all sending has ended. */
  close(): Promise<void> | void;
};

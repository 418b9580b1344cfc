import type { Logger } from 'pino';
import { startPosition } from '#domain/shared/decider.ts';
import { toSealDay, isSealDue, type SealState, type SealCommand, seals } from '#domain/log-seal/decider.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { CommandHandler } from '#server/platform/commands/command-handler.ts';
import { runEvery, type Schedule } from '#server/lib/scheduler.ts';
import type { StoredChain } from './chain-blocks.ts';
import type { ChainEnd } from './chain-projection.ts';
import { sealStream } from '#domain/event-catalog/streams.ts';
import { createLinkReader } from './stored-links.ts';
import type { SealKey } from './seal-key.ts';

type SealDeps = {
  events: EventStore;
  chain: StoredChain;
  /** How many events the chain covers. */
  end: () => ChainEnd | null;
  key: SealKey;
  handle: CommandHandler;
  clock: Clock;
};

/** In ms. */
const defaultIntervalMs = 20_000;
/** Events that are read to find the first one that is not a seal. */
const maxReadCount = 3;

/**
 * Seals the log when a day (UTC) has ended that has events no seal covers, and the chain covers the whole log. True
 * where it did.
 */
export async function sealIfDue({ events, chain, end, key, handle, clock }: SealDeps): Promise<boolean> {
  const head = await events.head();
  const last = end();
  if (last === null || last.position < head) return false;
  const at = clock().toISOString();
  const past = (await events.read(sealStream)).events;
  const sealed = past.reduce(seals.evolve, seals.initialState);
  if (!isSealDue(sealed, { at, ordinal: last.ordinal })) return false;
  if (!(await coversEndedDay(events, chain, sealed, toSealDay(at)))) return false;
  const { ordinal, position, hash } = last;
  const command: SealCommand = { type: 'Seal', data: key.sign({ ordinal, position, hash: hash.toString('hex'), at }) };
  const { eventCount } = await handle(seals, sealStream, command, {
    actor: 'system',
    commandId: `seal/${toSealDay(at)}`,
  });
  return eventCount > 0;
}

async function coversEndedDay(
  events: EventStore,
  chain: StoredChain,
  { ordinal }: SealState,
  today: string,
): Promise<boolean> {
  const link = ordinal === 0 ? null : await createLinkReader(chain).at(ordinal);
  if (link === null && ordinal > 0) return false; // will be written in a moment
  const next = await events.readAll(link?.position ?? startPosition, maxReadCount);
  const first = next.find(({ type }) => type !== 'LogSealed');
  return first !== undefined && toSealDay(first.metadata.at) < today;
}

type SealSchedulerOptions = SealDeps & { log: Pick<Logger, 'info' | 'error'>; intervalMs?: number };

/** Checks periodically whether a seal is due, until `stop`. */
export function startSealScheduler({ log, intervalMs = defaultIntervalMs, ...parts }: SealSchedulerOptions): Schedule {
  const work = async () => {
    if (await sealIfDue(parts)) log.info('Sealed the log');
  };
  return runEvery({ work, intervalMs, log, failureMessage: 'Failed to seal the log; retrying' });
}

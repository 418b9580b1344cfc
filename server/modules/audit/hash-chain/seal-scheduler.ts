import type { Logger } from 'pino';
import { startPosition } from '#domain/shared/decider.ts';
import { toSealDay, isSealDue, type SealState, type SealCommand, seals } from '#domain/log-seal/decider.ts';
import { readLogPages } from '#server/platform/event-store/log-pages.ts';
import { computeRoot } from '#server/lib/merkle-tree/proofs.ts';
import { runEvery, type Schedule } from '#server/lib/scheduler.ts';
import type { StreamDeps } from '#server/platform/modules/platform.ts';
import type { StoredChain } from './chain-blocks.ts';
import type { ChainEnd } from './chain-projection.ts';
import { sealStream } from '#domain/event-catalog/streams.ts';
import { createTreeNodeReader } from './tree-nodes.ts';
import { createLinkReader } from './stored-links.ts';
import type { SealKey } from './seal-key.ts';

type SealDeps = StreamDeps & {
  chain: StoredChain;
  /** How many events the chain covers. */
  end: () => ChainEnd | null;
  key: SealKey;
};

/** In ms. */
const defaultIntervalMs = 20_000;
const pageSize = 500;
const overdueMs = 48 * 60 * 60_000;

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
  const oldest = await findOldestUnsealed({ events, chain, clock }, sealed);
  if (oldest === null || toSealDay(oldest) >= toSealDay(at)) return false;
  const root = await computeLogRoot(chain, last);
  if (root === null) return false;
  const { ordinal, position } = last;
  const hashes = { hash: last.hash.toString('hex'), treeSize: ordinal, root: root.toString('hex') };
  const command: SealCommand = { type: 'Seal', data: key.sign({ ordinal, position, ...hashes, at }) };
  const { eventCount } = await handle(seals, sealStream, command, {
    actor: 'system',
    commandId: `seal/${toSealDay(at)}`,
  });
  return eventCount > 0;
}

/** The root of the Merkle tree over the log; null where the stored chain does not have its last event yet. */
async function computeLogRoot(chain: StoredChain, { ordinal, hash }: ChainEnd): Promise<Buffer | null> {
  const link = await createLinkReader(chain).at(ordinal);
  return link?.hash.equals(hash) ? computeRoot(createTreeNodeReader(chain), { start: 0, end: ordinal }) : null;
}

/** The time of the first event that no seal covers; one that is dated in the future by a wrong clock does not count. */
async function findOldestUnsealed(
  { events, chain, clock }: Pick<SealDeps, 'events' | 'chain' | 'clock'>,
  { ordinal }: SealState,
): Promise<string | null> {
  const link = ordinal === 0 ? null : await createLinkReader(chain).at(ordinal);
  if (link === null && ordinal > 0) return null; // will be written in a moment
  const now = clock().toISOString();
  for await (const page of readLogPages(events, link?.position ?? startPosition, pageSize)) {
    const first = page.find(({ type, metadata }) => type !== 'LogSealed' && metadata.at <= now);
    if (first !== undefined) return first.metadata.at;
  }
  return null;
}

/** Whether an event has waited for its seal for 48 hours, whatever holds the seal up. */
export async function isSealOverdue(deps: Pick<SealDeps, 'events' | 'chain' | 'clock'>): Promise<boolean> {
  const past = (await deps.events.read(sealStream)).events;
  const oldest = await findOldestUnsealed(deps, past.reduce(seals.evolve, seals.initialState));
  return oldest !== null && deps.clock().getTime() - Date.parse(oldest) > overdueMs;
}

type SealSchedulerOptions = SealDeps & { log: Pick<Logger, 'info' | 'error'>; intervalMs?: number };

/** Checks periodically whether a seal is due, until `stop`. Logs an error where one is overdue. */
export function startSealScheduler({ log, intervalMs = defaultIntervalMs, ...deps }: SealSchedulerOptions): Schedule {
  const work = async () => {
    const hasSealed = await sealIfDue(deps).catch((error: unknown) => {
      log.error({ err: error }, 'Failed to seal the log; retrying');
      return false;
    });
    if (hasSealed) log.info('Sealed the log');
    else if (await isSealOverdue(deps)) log.error('Events have had no seal for 48 hours');
  };
  return runEvery({ work, intervalMs, log, failureMessage: 'Failed to check the seals; retrying' });
}

import type { Logger } from 'pino';
import { start } from '#domain/shared/decider.ts';
import { dayOf, isDue, type Sealed, type SealCommand, seals } from '#domain/log-seal/decider.ts';
import type { SealEvent } from '#domain/log-seal/events.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Handle } from '#server/platform/commands/handle.ts';
import { pause } from '#server/lib/pause.ts';
import type { KeptChain } from './chain-blocks.ts';
import type { ChainEnd } from './gather-chain.ts';
import { sealStream } from './judge-seals.ts';
import { keptLinks } from './kept-links.ts';
import type { SealKey } from './seal-key.ts';

type Parts = {
  events: EventStore;
  chain: KeptChain;
  /** How far the chain has come. */
  end: () => ChainEnd | null;
  key: SealKey;
  handle: Handle;
  clock: Clock;
};

/** In ms. */
const usually = 20_000;
/** Events that are read to find the first one that is no seal. */
const looked = 3;

/**
 * Seals the log where a day (UTC) has ended in which something came that no seal covers, and the chain holds all that
 * was in the log. True where it did.
 */
export async function sealIfDue({ events, chain, end, key, handle, clock }: Parts): Promise<boolean> {
  const head = await events.head();
  const last = end();
  if (last === null || last.position < head) return false;
  const at = clock().toISOString();
  const past = (await events.read(sealStream)).events as unknown as SealEvent[]; // the one type of this stream
  const sealed = past.reduce(seals.evolve, seals.initialState);
  if (!isDue(sealed, { at, ordinal: last.ordinal })) return false;
  if (!(await isOfAnEndedDay(events, chain, sealed, dayOf(at)))) return false;
  const { ordinal, position, hash } = last;
  const command: SealCommand = { type: 'Seal', data: key.sign({ ordinal, position, hash: hash.toString('hex'), at }) };
  const { written } = await handle(seals, sealStream, command, { actor: 'system', commandId: `seal/${dayOf(at)}` });
  return written > 0;
}

async function isOfAnEndedDay(
  events: EventStore,
  chain: KeptChain,
  { ordinal }: Sealed,
  today: string,
): Promise<boolean> {
  const link = ordinal === 0 ? null : await keptLinks(chain).at(ordinal);
  if (link === null && ordinal > 0) return false; // written in a moment
  const next = await events.readAll(link?.position ?? start, looked);
  const first = next.find(({ type }) => type !== 'LogSealed');
  return first !== undefined && dayOf(first.metadata.at) < today;
}

type Sealing = Parts & { log: Pick<Logger, 'info' | 'warn'>; every?: number };

/** Looks now and then whether a seal is due. */
export function startSealing({ log, every = usually, ...parts }: Sealing): { stop: () => Promise<void> } {
  const stopped = new AbortController();
  const look = async () => {
    while (!stopped.signal.aborted) {
      try {
        if (await sealIfDue(parts)) log.info('The log was sealed');
      } catch (error) {
        log.warn({ err: error }, 'The log could not be sealed; trying again');
      }
      await pause(every, stopped.signal);
    }
  };
  const looking = look();
  return {
    stop: () => {
      stopped.abort();
      return looking;
    },
  };
}

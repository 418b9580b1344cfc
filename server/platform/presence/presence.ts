import { randomUUID } from 'node:crypto';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { Doc, Documents } from '#projections/store/port.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import type { Log } from '#server/lib/log.ts';
import { runEvery, type Schedule } from '#server/lib/scheduler.ts';
import packageFile from '../../../package.json' with { type: 'json' };

/** A process that uses these stores; `beat` changes for as long as it lives. */
export type PresenceDoc = Doc & { role: string; version: string; beat: number };

const space = documentSpaces.presence;
const beatIntervalMs = 2_000;
const defaultMaxUnconfirmedMs = 6_000;
/** In ms: longer, so that a command works only when no process writes any more. Clocks are not compared. */
export const maxSilenceMs = 7_500;
/** In ms: what a process has claimed is not taken while only its store is slow, as its messages would be sent twice. */
const claimSilenceMs = 15_000;

export type Presence = {
  id: string;
  /** Durable when it resolves. */
  announce: () => Promise<void>;
  /** Whether no command can have taken this process for dead. */
  isConfirmed: () => boolean;
  /** The ids of all processes but those that have ended, or gave no sign while this one observed them for too long. */
  listPresent: () => Promise<ReadonlySet<string>>;
  stop: () => Promise<void>;
};

type PresenceDeps = {
  documents: Pick<Documents, 'put' | 'compareAndSet' | 'remove' | 'list'>;
  role: string;
  log: Pick<Log, 'error'>;
  intervalMs?: number;
  /** A process that could not confirm its presence for this long checks the stores again before it writes. */
  maxUnconfirmedMs?: number;
  silenceMs?: number;
};

/** Tells other processes, and commands that need all of them stopped, that this one is alive once it is announced. */
export function createPresence(deps: PresenceDeps): Presence {
  const { documents, role, log, intervalMs = beatIntervalMs, silenceMs = claimSilenceMs } = deps;
  const { maxUnconfirmedMs = defaultMaxUnconfirmedMs } = deps;
  const id = randomUUID();
  let current: PresenceDoc = { id, role, version: packageFile.version, beat: 0 };
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let beats: Schedule | null = null;

  const oneByOne = createKeyedMutex();
  const beatOnce = (write: (next: PresenceDoc) => Promise<boolean>) =>
    oneByOne(id, async () => {
      const askedAt = performance.now();
      const next = { ...current, beat: current.beat + 1 };
      confirmedAt = (await write(next)) ? askedAt : Number.NEGATIVE_INFINITY;
      current = next;
    });
  const put = async (next: PresenceDoc) => {
    await documents.put(space, next);
    return true;
  };
  // A command that has taken this process for dead has removed the document.
  const replace = (next: PresenceDoc) => documents.compareAndSet(space, current, next);
  return {
    id,
    listPresent: createObserver(documents, silenceMs),
    announce: async () => {
      await beatOnce(put);
      const failureMessage = 'Failed to confirm the presence';
      beats ??= runEvery({ work: () => beatOnce(replace), intervalMs, log, failureMessage });
    },
    isConfirmed: () => performance.now() - confirmedAt < maxUnconfirmedMs,
    stop: async () => {
      await beats?.stop();
      if (beats !== null) await documents.remove(space, id);
    },
  };
}

/** Clocks are not compared: what counts is when this process first saw a beat. */
function createObserver(documents: Pick<Documents, 'list'>, silenceMs: number): Presence['listPresent'] {
  let seen = new Map<string, { beat: number; since: number }>();
  return async () => {
    const presences = await listAll<PresenceDoc>(documents, space);
    const now = performance.now();
    const observe = ({ id, beat }: PresenceDoc) => {
      const before = seen.get(id);
      return [id, before?.beat === beat ? before : { beat, since: now }] as const;
    };
    seen = new Map(presences.map(observe));
    return new Set([...seen].filter(([, { since }]) => now - since < silenceMs).map(([id]) => id));
  };
}

const soleId = randomUUID();

/** For files that one process alone can open. */
export const solePresence: Presence = {
  id: soleId,
  listPresent: () => Promise.resolve(new Set([soleId])),
  announce: () => Promise.resolve(),
  isConfirmed: () => true,
  stop: () => Promise.resolve(),
};

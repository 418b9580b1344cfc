import { randomUUID } from 'node:crypto';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { pause } from '#server/lib/pause.ts';

const space = 'source-runs';
/** Nobody waits longer for a scout to come back; in ms. */
const keptFor = 60 * 60 * 1000;
const looksEvery = 150;

/** A pass that was asked for, wherever the scout is at work; `token` tells it from the one before. */
type RunDoc = { id: string; state: 'asked' | 'running' | 'done'; token: string };

export type Runs = {
  /** Asks for a pass, or joins the one that was asked for; true where it came to its end within `patience` ms. */
  ask: (id: string, patience: number) => Promise<boolean>;
  /** The sources of which a pass was asked for and has not come to its end. */
  underWay: () => Promise<Set<string>>;
  /** For the scout: those that wait for their pass, and what becomes of them. */
  asked: () => Promise<string[]>;
  begun: (id: string) => Promise<void>;
  done: (id: string) => Promise<void>;
  /** What a scout before this one has not finished is asked for again. */
  renew: () => Promise<void>;
};

export function openRuns({ documents, clock }: { documents: Documents; clock: Clock }): Runs {
  const get = (id: string) => documents.get<RunDoc>(space, id);
  const put = (run: RunDoc) => documents.put(space, run, clock().getTime() + keptFor);
  const inState = (state: RunDoc['state']) => documents.findBy<RunDoc>(space, 'state', state);
  const become = async (id: string, state: RunDoc['state']) => {
    const run = await get(id);
    if (run) await put({ ...run, state });
  };
  const isDone = async (id: string, token: string) => {
    const run = await get(id);
    return run?.token !== token || run.state === 'done';
  };

  return {
    ask: async (id, patience) => {
      const before = await get(id);
      const token = before?.state === 'asked' ? before.token : randomUUID();
      if (before?.state !== 'asked') await put({ id, state: 'asked', token });
      for (let waited = 0; waited < patience; waited += looksEvery) {
        await pause(looksEvery);
        if (await isDone(id, token)) return true;
      }
      return false;
    },
    underWay: async () => {
      const runs = await Promise.all([inState('asked'), inState('running')]);
      return new Set(runs.flat().map(({ id }) => id));
    },
    asked: async () => (await inState('asked')).map(({ id }) => id),
    begun: (id) => become(id, 'running'),
    done: async (id) => {
      // One that was asked for meanwhile is still to come.
      if ((await get(id))?.state === 'running') await become(id, 'done');
    },
    renew: async () => {
      for (const run of await inState('running')) await put({ ...run, state: 'asked' });
    },
  };
}

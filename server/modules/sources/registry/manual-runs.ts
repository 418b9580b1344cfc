import { randomUUID } from 'node:crypto';
import { listAll } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { delay } from '#server/lib/delay.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

const space = documentSpaces.sourceRuns;
/** In ms: the longest that a request waits for a scout to return. */
const retentionMs = 60 * 60 * 1000;
const pollIntervalMs = 150;

/** A requested pass, for any process that runs the scout; `token` identifies the request. */
type RunDoc = { id: string; state: 'asked' | 'running' | 'done'; token: string };

export type ManualRuns = {
  /** Requests a pass, or joins the one already requested; true if it completed within `timeoutMs`. */
  request: (id: string, timeoutMs: number) => Promise<boolean>;
  /** The sources with a requested pass that has not completed. */
  listActive: () => Promise<Set<string>>;
  /** For the scout: the sources that wait for their pass, and a way to report its outcome. */
  listRequested: () => Promise<string[]>;
  markRunning: (id: string) => Promise<void>;
  markDone: (id: string) => Promise<void>;
  /** A pass that an earlier scout has not finished is requested again. */
  requeueInterrupted: () => Promise<void>;
};

export function createManualRuns({ documents, clock }: { documents: Documents; clock: Clock }): ManualRuns {
  const get = (id: string) => documents.get<RunDoc>(space, id);
  const put = (run: RunDoc) => documents.put(space, run, clock().getTime() + retentionMs);
  const inState = (state: RunDoc['state']) => listAll<RunDoc>(documents, space, { state });
  const setState = async (id: string, state: RunDoc['state']) => {
    const run = await get(id);
    if (run) await put({ ...run, state });
  };
  const isDone = async (id: string, token: string) => {
    const run = await get(id);
    return run?.token !== token || run.state === 'done';
  };

  return {
    request: async (id, timeoutMs) => {
      const before = await get(id);
      const token = before?.state === 'asked' ? before.token : randomUUID();
      if (before?.state !== 'asked') await put({ id, state: 'asked', token });
      for (let waited = 0; waited < timeoutMs; waited += pollIntervalMs) {
        await delay(pollIntervalMs);
        if (await isDone(id, token)) return true;
      }
      return false;
    },
    listActive: async () => {
      const runs = await Promise.all([inState('asked'), inState('running')]);
      return new Set(runs.flat().map(({ id }) => id));
    },
    listRequested: async () => (await inState('asked')).map(({ id }) => id),
    markRunning: (id) => setState(id, 'running'),
    markDone: async (id) => {
      // A pass that was requested in the meantime is still to run.
      if ((await get(id))?.state === 'running') await setState(id, 'done');
    },
    requeueInterrupted: async () => {
      for (const run of await inState('running')) await put({ ...run, state: 'asked' });
    },
  };
}

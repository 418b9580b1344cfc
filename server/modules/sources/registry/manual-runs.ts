import { randomUUID } from 'node:crypto';
import { listAll } from '#projections/store/list-all.ts';
import { delay } from '#server/lib/delay.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import type { Platform } from '#server/platform/modules/platform.ts';

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

export function createManualRuns({ documents, clock }: Pick<Platform, 'documents' | 'clock'>): ManualRuns {
  const get = (id: string) => documents.get<RunDoc>(space, id);
  const update = <N extends RunDoc | null>(id: string, change: (run: RunDoc | null) => N) =>
    updateDocument(documents, { space, id, expires: () => clock().getTime() + retentionMs }, change);
  const inState = (state: RunDoc['state']) => listAll<RunDoc>(documents, space, { state });
  /** A pass that was requested in the meantime is still to run. */
  const advance = async (id: string, from: RunDoc['state'], state: RunDoc['state']) => {
    await update(id, (run) => (run?.state === from ? { ...run, state } : run));
  };
  const isDone = async (id: string, token: string) => {
    const run = await get(id);
    return run?.token !== token || run.state === 'done';
  };

  return {
    request: async (id, timeoutMs) => {
      const newRun: RunDoc = { id, state: 'asked', token: randomUUID() };
      const { token } = await update(id, (run) => (run?.state === 'asked' ? run : newRun));
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
    markRunning: (id) => advance(id, 'asked', 'running'),
    markDone: (id) => advance(id, 'running', 'done'),
    requeueInterrupted: async () => {
      for (const { id } of await inState('running')) await advance(id, 'running', 'asked');
    },
  };
}

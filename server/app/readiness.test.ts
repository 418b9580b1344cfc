import { expect, it } from 'vitest';
import { StoreDamaged } from '#projections/store/port.ts';
import { openTemporaryDocuments } from '#projections/store/testing/temporary-documents.ts';
import { createReadiness } from './readiness.ts';
import { createEndedTasks } from '#server/platform/leader-election/ended-tasks.ts';

const failure = 'The work of the scout has failed; it begins again soon.';
type Given = {
  servesWeb: boolean;
  leads?: boolean;
  fails?: boolean;
  hasEnded?: boolean;
  isRegistered?: boolean;
  missing?: string;
  endedTasks?: ReturnType<typeof createEndedTasks>;
  live?: ReturnType<Parameters<typeof createReadiness>[0]['live']>;
};

function readinessOf({ servesWeb, leads = false, fails = false, isRegistered = true, missing, ...tasks }: Given) {
  const { hasEnded = false, endedTasks = createEndedTasks([]), live = null } = tasks;
  return createReadiness({
    roles: { servesWeb },
    workers: [
      { task: 'audit', isLeading: () => true, failure: () => null, hasEnded: () => false },
      {
        task: 'scout',
        isLeading: () => leads,
        failure: () => (fails ? failure : null),
        hasEnded: () => hasEnded,
      },
    ],
    endedTasks,
    scoutWorkers: [
      { task: 'another', notReadyReason: () => 'Another shard' },
      { task: 'scout', notReadyReason: () => missing ?? null },
    ],
    firstAdmin: { isRegistered: () => isRegistered },
    documents: openTemporaryDocuments(),
    live: () => live,
  });
}

it('A web process is not ready before the first admin is registered, and serves pages although a task has failed that begins again', async () => {
  expect(readinessOf({ servesWeb: true, isRegistered: false }).notReadyReason()).toBe(
    'The first admin is being registered',
  );
  const failing = readinessOf({ servesWeb: true, fails: true });
  expect([failing.notReadyReason(), await failing.warning()]).toEqual([null, failure]);
});

it('A web process is not ready before it receives live updates, and serves pages all the same while they pause', async () => {
  const at = (isReceiving: boolean, isSilent: boolean) =>
    readinessOf({ servesWeb: true, live: { isReceiving: () => isReceiving, isSilent: () => isSilent } });
  expect(at(false, false).notReadyReason()).toBe('The process does not receive live updates yet');
  const receiving = at(true, false);
  expect([receiving.notReadyReason(), await receiving.warning()]).toEqual([null, null]);
  const silent = at(true, true);
  expect([silent.notReadyReason(), await silent.warning()]).toEqual([
    null,
    'Live updates do not arrive: open pages load again once they do',
  ]);
});

it('A process without pages is not ready where its task has failed, or leads without working yet', async () => {
  const failing = readinessOf({ servesWeb: false, fails: true, isRegistered: false });
  expect([failing.notReadyReason(), await failing.warning()]).toEqual([failure, null]);
  const missing = 'The scout is reading the members';
  expect(readinessOf({ servesWeb: false, leads: true, missing }).notReadyReason()).toBe(missing);
  expect(readinessOf({ servesWeb: false, missing }).notReadyReason()).toBeNull();
});

it.each([true, false])(
  'A process is not ready where a task of it has ended permanently, with the reason (serving pages: %s)',
  (servesWeb) => {
    expect(readinessOf({ servesWeb, fails: true, hasEnded: true }).notReadyReason()).toBe(failure);
    const endedTasks = createEndedTasks([]);
    expect(readinessOf({ servesWeb, endedTasks }).notReadyReason()).toBeNull();
    endedTasks.report('stand-by members', new StoreDamaged('The log was cut.'));
    endedTasks.report('corrections', new Error('secret'));
    expect(readinessOf({ servesWeb, endedTasks }).notReadyReason()).toBe('The log was cut.');
  },
);

it('A task that has ended with an unknown error is named without the message of the error', () => {
  const endedTasks = createEndedTasks([]);
  endedTasks.report('stand-by members', new Error('secret'));
  expect(endedTasks.reason()).toBe("The task 'stand-by members' has ended: read the log, and restart this process.");
});

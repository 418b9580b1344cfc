import { expect, it } from 'vitest';
import { createReadiness } from './readiness.ts';

const failure = 'The work of the scout has failed; it begins again soon.';
type Given = { servesWeb: boolean; leads?: boolean; fails?: boolean; isRegistered?: boolean; missing?: string };

function readinessOf({ servesWeb, leads = false, fails = false, isRegistered = true, missing }: Given) {
  return createReadiness({
    roles: { servesWeb },
    workers: [{ task: 'scout', isLeading: () => leads, failure: () => (fails ? failure : null) }],
    scoutWorker: { notReadyReason: () => missing ?? null },
    firstAdmin: { isRegistered: () => isRegistered },
  });
}

it('A web process is not ready before the first admin is registered, and serves pages although a task has failed', () => {
  expect(readinessOf({ servesWeb: true, isRegistered: false }).notReadyReason()).toBe(
    'The first admin is being registered',
  );
  const failing = readinessOf({ servesWeb: true, fails: true });
  expect([failing.notReadyReason(), failing.warning()]).toEqual([null, failure]);
});

it('A process without pages is not ready where its task has failed, or leads without working yet', () => {
  const failing = readinessOf({ servesWeb: false, fails: true, isRegistered: false });
  expect([failing.notReadyReason(), failing.warning()]).toEqual([failure, null]);
  const missing = 'The scout is reading the members';
  expect(readinessOf({ servesWeb: false, leads: true, missing }).notReadyReason()).toBe(missing);
  expect(readinessOf({ servesWeb: false, missing }).notReadyReason()).toBeNull();
});

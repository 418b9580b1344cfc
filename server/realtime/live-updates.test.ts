import { pino } from 'pino';
import { expect, it } from 'vitest';
import { toPosition } from '#domain/shared/decider.ts';
import { announcements } from '#projections/announcement.ts';
import { createLiveUpdateSubscriber } from './live-updates.ts';

it('Live updates begin with the first event that a view of the pages does not show yet', async () => {
  const checkpoints = new Map([
    [announcements.view, toPosition(7)],
    ['history-chain', toPosition(3)],
  ]);
  const { checkpoint } = createLiveUpdateSubscriber({
    events: { head: () => Promise.resolve(toPosition(10)) },
    views: { checkpoints: () => Promise.resolve(checkpoints) },
    projections: [announcements],
    tracker: { waitUntilApplied: () => Promise.resolve() },
    log: pino({ level: 'silent' }),
    handleNewEvents: () => Promise.resolve(),
    handleAppliedBatch: () => Promise.resolve(),
  });
  expect(await checkpoint.load()).toBe(7);
});

import { describe, expect, it } from 'vitest';
import type { AlertMode } from '#domain/alert/events.ts';
import { createMatchCommand } from '#domain/alert/testing/examples.ts';
import { startPosition } from '#domain/shared/decider.ts';
import type { EmailTrigger } from './build-emails.ts';
import { createBatchWindow } from './batch-window.ts';

const metadata = { actor: 'scout', correlationId: 'c', at: '2026-03-01T12:00:00.000Z' };
const stored = { id: 'e', stream: 's', revision: 0, position: startPosition };
const alert = (mode: AlertMode): EmailTrigger => ({
  ...stored,
  type: 'AlertsDelivered',
  data: {
    ...createMatchCommand({ listingId: 'l', userIds: ['ann'], at: metadata.at }).data,
    mode,
  },
  metadata: { ...metadata, commandId: 'c' },
});
const immediate = alert('immediate');
const digest = alert('daily');
const password: EmailTrigger = {
  ...stored,
  type: 'TemporaryPasswordIssued',
  data: { userId: 'ann' },
  metadata: { ...metadata, commandId: 'c' },
};

/** When the window closes after each of these facts, in seconds. */
function closing(...facts: [at: number, fact: EmailTrigger][]): number[] {
  const note = createBatchWindow({ quietMs: 3, maxWaitMs: 20, maxDigestWaitMs: 50 });
  return facts.map(([at, fact]) => note(fact, at));
}

describe('alerts are gathered', () => {
  it('Alerts are gathered until none has arrived for a while', () => {
    expect(closing([100, immediate], [102, immediate])).toEqual([103, 105]);
  });

  it('Alerts are gathered for a short time at most, however many arrive', () => {
    expect(closing([100, immediate], [119, immediate])).toEqual([103, 120]);
  });

  it('Alerts are gathered for longer while morning digests are delivered', () => {
    expect(closing([100, immediate], [119, digest], [120, immediate])).toEqual([103, 122, 122]);
    expect(closing([100, digest], [149, digest])).toEqual([103, 150]);
  });

  it('Alerts are not gathered when a user waits for a password', () => {
    expect(closing([100, immediate], [101, password], [102, immediate])).toEqual([103, 101, 102]);
  });
});

import { describe, expect, it } from 'vitest';
import { type Fact, viewAfter } from './testing/given.ts';
import { toEntry, workflowLog } from './workflow-log.ts';

const data = { userId: 'ann' };
const names = { user: (id: string) => `${id}@x.com`, listing: () => 'House' };
const after = (...facts: Fact[]) => [...viewAfter(workflowLog, facts).values()];
const entries = (...facts: Fact[]) => after(...facts).map((doc) => toEntry(doc, names));

describe('the workflow log', () => {
  it('holds one document for each event, by its position', () => {
    expect(after({ type: 'SignedIn', data, actor: 'ann' }, { type: 'SignedIn', data, actor: 'ann' })).toEqual([
      {
        id: 'e-1',
        position: 1,
        at: '2026-03-01T12:00:00.000Z',
        actor: 'ann',
        fact: { type: 'SignedIn', userId: 'ann' },
      },
      {
        id: 'e-2',
        position: 2,
        at: '2026-03-01T12:01:00.000Z',
        actor: 'ann',
        fact: { type: 'SignedIn', userId: 'ann' },
      },
    ]);
  });

  it('leaves out claims of addresses, matches and visits', () => {
    expect(
      after(
        { type: 'EmailClaimed', data },
        { type: 'EmailReleased', data },
        {
          type: 'VisitRecorded',
          data: {
            visitId: 'v',
            ipAddress: '::1',
            userAgent: null,
            state: null,
            city: null,
            country: 'USA',
            referrer: null,
          },
        },
      ),
    ).toEqual([]);
  });

  it('gives the time of the event, and the user who acted', () => {
    expect(entries({ type: 'MembershipActivated', data, actor: 'root' })).toEqual([
      {
        id: 'e-1',
        userId: 'root',
        timestamp: '2026-03-01T12:00:00.000Z',
        action: 'Membership activated',
        details: 'Membership set to active for ann@x.com by root@x.com',
      },
    ]);
  });

  it('gives the user whom it befell where no user acted', () => {
    const alert = { listingId: 'l-1', n: 0, channel: 'dashboard' as const, at: '2026-03-01T12:00:00.000Z' };
    const [registered, one, many] = entries(
      { type: 'UserRegistered', data: { userId: 'root', email: 'root@x.com', role: 'full' } },
      { type: 'AlertsDelivered', data: { ...alert, userIds: ['ann'] }, actor: 'scout' },
      { type: 'AlertsDelivered', data: { ...alert, userIds: ['ann', 'bea'] }, actor: 'scout' },
    );
    expect([registered?.userId, one?.userId, many?.userId]).toEqual(['root', 'ann', 'scout']);
  });
});

import { describe, expect, it } from 'vitest';
import { toMarchNoon, userDeleted, alertsDelivered, listingFound, userRegistered } from './testing/example-events.ts';
import { type Fact, projectView } from './testing/project-view.ts';
import { projectViews } from './testing/project-views.ts';
import type { ViewReader } from './store/port.ts';
import {
  countEntries,
  findEntries,
  listNewestEntries,
  toWorkflowLogEntry,
  workflowLog,
  type WorkflowLogSource,
} from './workflow-log.ts';

const data = { userId: 'ann' };
const names = {
  user: (id: string) => `${id}@x.com`,
  listing: () => 'House',
  member: (token: string) => token.replace('token-', ''),
  findLink: () => null,
};
const source = (views: ViewReader): WorkflowLogSource => ({
  views,
  findSubjects: (tokens) => Promise.resolve(new Map([...tokens].map((token) => [token, token.replace('token-', '')]))),
});
const after = (...facts: Fact[]) => [...projectView(workflowLog, facts).values()];
const entries = (...facts: Fact[]) => after(...facts).map((doc) => toWorkflowLogEntry(doc, names));

describe('the workflow log', () => {
  it('The workflow log holds one document for each event, by its position', () => {
    expect(after({ type: 'SignedIn', data, actor: 'ann' }, { type: 'SignedIn', data, actor: 'ann' })).toEqual([
      {
        id: '0000000000000001',
        at: '2026-03-01T12:00:00.000Z',
        actor: 'ann',
        subject: { user: 'ann' },
        action: ['Signed in'],
        details: [{ user: 'ann' }, ' signed in'],
      },
      {
        id: '0000000000000002',
        at: '2026-03-01T12:01:00.000Z',
        actor: 'ann',
        subject: { user: 'ann' },
        action: ['Signed in'],
        details: [{ user: 'ann' }, ' signed in'],
      },
    ]);
  });

  it('The workflow log leaves out claims of addresses, matches and visits', () => {
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

  it('The workflow log contains the time of the event, and the user who acted', () => {
    expect(entries({ type: 'MembershipDeactivated', data, actor: 'root' })).toEqual([
      {
        id: '0000000000000001',
        userId: 'root',
        timestamp: '2026-03-01T12:00:00.000Z',
        action: 'Membership deactivated',
        details: 'Membership set to unconfirmed for ann@x.com by root@x.com',
        links: [],
      },
    ]);
  });

  it('The workflow log contains the affected user where no user acted', () => {
    const [admin, one, many] = entries(
      { type: 'UserRegistered', data: { userId: 'root', email: 'root@x.com', role: 'full' } },
      alertsDelivered('l-1', 0, toMarchNoon(1), 'ann'),
      alertsDelivered('l-1', 0, toMarchNoon(1), 'ann', 'bea'),
    );
    expect([admin?.userId, one?.userId, many?.userId]).toEqual(['root', 'ann', 'scout']);
  });
});

describe('the lines of the log', () => {
  const details = async (facts: Fact[]) => {
    const { entries } = await listNewestEntries(source(await projectViews(facts)));
    return entries.map((entry) => entry.details);
  };

  it('The lines of the log are sorted newest first, with current emails and titles', async () => {
    const renamed: Fact = { type: 'EmailChanged', data: { userId: 'ann', email: 'new@x.com' }, actor: 'ann' };
    expect(
      await details([
        userRegistered('ann'),
        listingFound('l-1', 45_000),
        alertsDelivered('l-1', 0, toMarchNoon(1), 'ann'),
        renamed,
      ]),
    ).toEqual([
      'Email changed to new@x.com',
      'Alert sent to new@x.com: House on Elm St',
      'New listing: House on Elm St, $45,000 in Detroit, MI (from wayne-auction)',
      'new@x.com registered',
    ]);
  });

  it('The lines of the log do not name deleted users', async () => {
    expect(await details([userRegistered('ann'), userRegistered('root'), userDeleted('ann')])).toEqual([
      'User ann deleted by root@x.com',
      'root@x.com registered',
      'a deleted user registered',
    ]);
  });

  it('The lines of the log lead to the users and listings that they name, except deleted users', async () => {
    const deactivated: Fact = { type: 'MembershipDeactivated', data: { userId: 'ann' }, actor: 'root' };
    const facts = [userRegistered('ann'), userRegistered('root'), listingFound('l-1', 45_000), deactivated];
    const linked = async (more: Fact[]) => {
      const { entries } = await listNewestEntries(source(await projectViews([...facts, ...more])));
      return entries.map(({ details, links }) =>
        links.map(({ kind, id, start, end }) => `${kind} ${id}: ${details.slice(start, end)}`),
      );
    };
    const [ofMembership, ofListing] = await linked([]);
    expect(ofMembership).toEqual(['user ann: ann@x.com', 'user root: root@x.com']);
    expect(ofListing).toEqual(['listing l-1: House on Elm St']);
    const [sent] = await linked([alertsDelivered('l-1', 0, toMarchNoon(1), 'ann')]);
    expect(sent).toEqual(['user ann: ann@x.com', 'listing l-1: House on Elm St']);
    const [ofDeletion, afterDeletion] = await linked([userDeleted('ann')]);
    expect([ofDeletion, afterDeletion]).toEqual([['user root: root@x.com'], ['user root: root@x.com']]);
  });

  it('The lines of the log are limited to 100 by default, with the rest by the cursor', async () => {
    const views = await projectViews(Array.from({ length: 120 }, (_, index) => userRegistered(`u-${index}`)));
    const first = await listNewestEntries(source(views));
    const nextPage = await listNewestEntries(source(views), { limit: 50, cursor: first.cursor ?? '' });
    expect([first.entries.length, nextPage.entries.length]).toEqual([100, 20]);
    expect(first.entries[0]?.userId).toBe('u-119');
    expect(nextPage.entries.at(-1)?.userId).toBe('u-0');
    expect(nextPage.cursor).toBeUndefined();
    expect(await countEntries(views)).toBe(120);
  });

  it('The lines of the log are returned by their ids, in that order', async () => {
    const views = await projectViews([userRegistered('ann'), userRegistered('bea')]);
    const entries = await findEntries(source(views), ['0000000000000002', '0000000000000009', '0000000000000001']);
    expect(entries.map(({ id }) => id)).toEqual(['0000000000000002', '0000000000000001']);
  });
});

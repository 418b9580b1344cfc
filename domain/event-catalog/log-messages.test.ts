import { describe, expect, it } from 'vitest';
import { emptyFilters, toMatchingFilters } from '#domain/user/state.ts';
import { listingFacts, matchedFacts, repostData } from '#domain/listing/testing/examples.ts';
import { createMatchCommand } from '#domain/alert/testing/examples.ts';
import type { ListingLocation } from '#domain/listing/events.ts';
import type { DomainEvent } from '#domain/event-catalog/events.ts';
import { writeLogMessage } from './log-messages.ts';
import { type LogNames, renderMessage } from '#domain/workflow-log/message-parts.ts';

const names: LogNames = {
  user: (id) => ({ ann: 'ann@x.com', root: 'root@x.com' })[id] ?? 'a deleted user',
  listing: (id) => (id === 'l-1' ? 'House on Elm St' : 'a listing'),
  member: (token) => ({ 'token-ann': 'ann' })[token] ?? null,
};
const line = (event: DomainEvent, actor: string) => {
  const { action, details } = writeLogMessage(event, actor);
  return { action: renderMessage(action, names), details: renderMessage(details, names) };
};
const details = (event: DomainEvent, actor: string) => line(event, actor).details;
const userId = 'ann';
const { place } = listingFacts;
const found = (where: ListingLocation): DomainEvent => ({
  type: 'ListingFound',
  data: { ...listingFacts, listingId: 'l-1', price: 45_000, place: where, reasons: [] },
});
const delivered = (...userIds: string[]): DomainEvent => {
  const { members, ...match } = createMatchCommand({ listingId: 'l-1', userIds }).data;
  const withTokens = members.map((member) => ({ ...member, token: `token-${member.userId}` }));
  return { type: 'AlertsDelivered', data: { ...match, members: withTokens } };
};

describe('a line about a user', () => {
  const registered: DomainEvent = { type: 'UserRegistered', data: { userId, email: 'ann@x.com', role: 'none' } };

  it.each<[DomainEvent, string]>([
    [registered, 'ann@x.com registered'],
    [{ type: 'EmailChanged', data: { userId, email: 'ann@x.com' } }, 'Email changed to ann@x.com'],
    [{ type: 'PasswordChanged', data: { userId } }, 'Password of ann@x.com changed'],
    [{ type: 'TemporaryPasswordIssued', data: { userId } }, 'Temporary password issued for ann@x.com'],
    [{ type: 'TemporaryPasswordUsed', data: { userId } }, 'Temporary password of ann@x.com used'],
    [{ type: 'HigherLimitRequested', data: { userId } }, 'Higher price limit requested for ann@x.com'],
    [{ type: 'SignedIn', data: { userId } }, 'ann@x.com signed in'],
    [{ type: 'SignedOut', data: { userId } }, 'ann@x.com signed out'],
  ])('A line about a user names only the user who acts: %j', (event, sentence) => {
    expect(details(event, userId)).toBe(sentence);
  });

  it.each<[DomainEvent, string]>([
    [{ type: 'PasswordRevealed', data: { userId } }, 'Password of ann@x.com revealed by root@x.com'],
    [
      { type: 'MembershipActivated', data: { userId, filters: toMatchingFilters(emptyFilters) } },
      'Membership set to active for ann@x.com by root@x.com',
    ],
    [{ type: 'MembershipDeactivated', data: { userId } }, 'Membership set to unconfirmed for ann@x.com by root@x.com'],
    [
      { type: 'MemberSinceSet', data: { userId, memberSince: '2025-01-31T00:00:00.000Z' } },
      'Member since set to 2025-01-31 for ann@x.com by root@x.com',
    ],
    [{ type: 'MemberSinceCleared', data: { userId } }, 'Member since cleared for ann@x.com by root@x.com'],
    [{ type: 'ListingsSaved', data: { userId, listings: [] } }, '0 listings saved for ann@x.com by root@x.com'],
    [{ type: 'HigherLimitCleared', data: { userId } }, 'Higher limit request of ann@x.com cleared by root@x.com'],
    [
      { type: 'HigherLimitGranted', data: { userId, limit: 200_000 } },
      'Price limit of $200,000 granted to ann@x.com by root@x.com',
    ],
    [{ type: 'RoleChanged', data: { userId, role: 'helper' } }, 'ann@x.com made helper admin by root@x.com'],
    [{ type: 'RoleChanged', data: { userId, role: 'none' } }, 'ann@x.com made member by root@x.com'],
    [{ type: 'UserDeleted', data: { userId } }, 'User ann deleted by root@x.com'],
  ])('A line about a user names another actor: %j', (event, sentence) => {
    expect(details(event, 'root')).toBe(sentence);
  });

  it('A line about a user also has a short label', () => {
    expect(
      line({ type: 'MembershipActivated', data: { userId, filters: toMatchingFilters(emptyFilters) } }, 'root').action,
    ).toBe('Membership activated');
  });

  it('A line about a user names the component that acted', () => {
    const admin: DomainEvent = { type: 'UserRegistered', data: { userId: 'root', email: 'root@x.com', role: 'full' } };
    expect(details(admin, 'system')).toBe('root@x.com registered as full admin by the system');
  });

  it('A line about a user does not name a deleted user', () => {
    const signedIn: DomainEvent = { type: 'SignedIn', data: { userId: 'gone' } };
    expect(details(signedIn, 'gone')).toBe('a deleted user signed in');
  });

  it('A line about a user lists the changed filters, the ZIP without its digits', () => {
    const all = {
      maxPrice: 60_000,
      mileageRadius: 100,
      zipCode: '48204',
      includeMobileHomes: true,
      includeRawLand: false,
      includeTinyHomes: true,
      notificationPreference: 'daily' as const,
      alertMails: false,
      quietHours: true,
      weeklySummary: true,
    };
    expect(details({ type: 'FiltersUpdated', data: { userId, changes: all } }, userId)).toBe(
      'Filters of ann@x.com updated: max price $60,000, radius 100 miles, ZIP code, mobile homes yes, raw land no, ' +
        'tiny homes yes, notification daily, alert mails no, quiet hours yes, weekly summary yes',
    );
    expect(details({ type: 'FiltersUpdated', data: { userId, changes: { maxPrice: 0 } } }, 'root')).toBe(
      'Filters of ann@x.com updated by root@x.com: max price $0',
    );
  });

  it('A line about a user stores neither email nor ZIP', () => {
    const zipped: DomainEvent = { type: 'FiltersUpdated', data: { userId, changes: { zipCode: '48204' } } };
    expect(JSON.stringify([registered, zipped].map((event) => writeLogMessage(event, 'ann')))).not.toMatch(
      /ann@x.com|48204/,
    );
  });
});

describe('a line about a listing', () => {
  it('A line about a listing says what was found, where and by which source', () => {
    expect(line(found(place), 'intake:wayne-auction')).toEqual({
      action: 'Listing found',
      details: 'New listing: House on Elm St, $45,000 in Detroit, MI (from wayne-auction)',
    });
  });

  it('A line about a listing describes the place by its known parts', () => {
    expect(details(found({ ...place, city: null, state: null }), 'scout')).toContain('$45,000 in 48204 ');
    expect(details(found({ ...place, city: null, state: null, zipCode: null }), 'scout')).toContain(
      'in a place without',
    );
  });

  it('A line about a listing says what a person decided in the review, and what was corrected', () => {
    const accepted = (...corrected: string[]): DomainEvent => {
      return { type: 'ListingAccepted', data: { listingId: 'l-1', corrected } };
    };
    expect(details(accepted(), 'root')).toBe('House on Elm St accepted in the review by root@x.com');
    expect(details(accepted('price', 'zipCode'), 'root')).toBe(
      'House on Elm St accepted in the review by root@x.com, with another price, zipCode',
    );
    const rejected: DomainEvent = { type: 'ListingRejected', data: { listingId: 'l-2', title: 'Sofa' } };
    expect(line(rejected, 'root')).toEqual({
      action: 'Listing rejected',
      details: 'Sofa rejected in the review by root@x.com',
    });
    const explained: DomainEvent = { ...rejected, data: { ...rejected.data, reason: 'No property' } };
    expect(line(explained, 'root').details).toBe('Sofa rejected in the review by root@x.com: No property');
  });

  it.each<[DomainEvent, string]>([
    [
      {
        type: 'ListingHeld',
        data: { listingId: 'l-2', source: 's', item: { title: 'Barn' }, reason: 'No price given' },
      },
      'Listing to review: Barn (from s). No price given',
    ],
    [
      { type: 'ListingHeld', data: { listingId: 'l-2', source: 's', item: {}, reason: 'No price given' } },
      'Listing to review: a listing without a title (from s). No price given',
    ],
    [
      {
        type: 'ListingRepriced',
        data: { listingId: 'l-1', price: 40_000, previousPrice: 45_000, lowestBefore: 45_000, facts: matchedFacts },
      },
      'Price of House on Elm St changed from $45,000 to $40,000',
    ],
    [
      {
        type: 'ListingReposted',
        data: { ...repostData, listingId: 'l-2', originalId: 'l-1', price: 44_000 },
      },
      'House on Elm St posted again for $44,000 (from s). The same address: 5120 maplewood street',
    ],
  ])('A line about a listing says what happened: %j', (event, sentence) => {
    expect(details(event, 'intake:s')).toBe(sentence);
  });

  it('A line about a listing says who withdrew it, and why', () => {
    const withdrawn: DomainEvent = { type: 'ListingWithdrawn', data: { listingId: 'l-1', reason: 'Sold' } };
    expect(details(withdrawn, 'intake:s')).toBe('House on Elm St withdrawn by source s: Sold');
    expect(details(withdrawn, 'root')).toBe('House on Elm St withdrawn by root@x.com: Sold');
  });
});

describe('a line about an alert', () => {
  it('A line about an alert names the only receiver', () => {
    expect(line(delivered('ann'), 'scout')).toEqual({
      action: 'Alert sent',
      details: 'Alert sent to ann@x.com: House on Elm St',
    });
  });

  it('A line about an alert does not name the only receiver once that user is deleted', () => {
    expect(details(delivered('gone'), 'scout')).toBe('Alert sent to a deleted user: House on Elm St');
  });

  it('A line about an alert counts several receivers', () => {
    expect(details(delivered('ann', 'root'), 'scout')).toBe('Alert sent to 2 members: House on Elm St');
  });
});

it('A line about an announcement says who published it', () => {
  const published: DomainEvent = { type: 'AnnouncementPublished', data: { message: '<p>Hello</p>' } };
  expect(line(published, 'root')).toEqual({
    action: 'Announcement published',
    details: 'Announcement published by root@x.com',
  });
});

it('A line about a note has the words of its author', () => {
  const taken: DomainEvent = { type: 'NoteTaken', data: { noteId: 'n', action: 'Called', details: 'About the barn' } };
  expect(line(taken, 'root')).toEqual({ action: 'Called', details: 'About the barn' });
});

it('A line about an import counts its results', () => {
  const done: DomainEvent = { type: 'UsersImported', data: { importId: 'i', added: 2, updated: 1, skipped: 4 } };
  expect(line(done, 'root')).toEqual({
    action: 'Users imported',
    details: '3 users imported by root@x.com: 2 new, 1 updated, 4 skipped',
  });
});

describe('a line about a source', () => {
  const data = { sourceId: 'county' };

  it.each<[DomainEvent, string]>([
    [{ type: 'FeedAdded', data: { ...data, feedId: 'f1' } }, 'Feed county added by root@x.com'],
    [{ type: 'FeedChanged', data: { ...data, feedId: 'f2' } }, 'Feed county changed by root@x.com'],
    [{ type: 'FeedRemoved', data }, 'Feed county removed by root@x.com'],
    [{ type: 'SourcePaused', data }, 'Source county paused by root@x.com'],
    [{ type: 'SourceResumed', data }, 'Source county resumed by root@x.com'],
    [{ type: 'SourceRecovered', data }, 'Source county works again'],
    [
      {
        type: 'SourceFailing',
        data: { ...data, trouble: 'failures', problem: '3 runs in a row failed. Status 500' },
      },
      'Source county: 3 runs in a row failed. Status 500',
    ],
    [
      {
        type: 'SourceFailing',
        data: { sourceId: 'second_opinion', trouble: 'budget', problem: 'All calls are spent' },
      },
      'AI second opinion: All calls are spent',
    ],
  ])('A line about a source says what happened: %j', (event, sentence) => {
    expect(details(event, 'root')).toBe(sentence);
  });
});

describe('a line about a mail that failed permanently', () => {
  const members = [{ userId, token: 'token-ann' }];
  const data = { letterId: 'm-1', channel: 'mail', members, about: 'alerts' as const };

  it('A line about a mail that failed permanently says what the mail was about, and who did what with it', () => {
    expect(details({ type: 'MessageResent', data }, 'root')).toBe(
      'Mail about new listings to ann@x.com sent again by root@x.com',
    );
    expect(details({ type: 'MessageDiscarded', data: { ...data, about: 'source-failing' } }, 'root')).toBe(
      'Undelivered mail about a failing source to ann@x.com discarded by root@x.com',
    );
    const push = { letterId: 'p-1', channel: 'push', members, about: null };
    expect(details({ type: 'MessageResent', data: push }, 'root')).toBe('Push to ann@x.com sent again by root@x.com');
    expect(details({ type: 'MessageDiscarded', data: push }, 'root')).toBe(
      'Undelivered push to ann@x.com discarded by root@x.com',
    );
  });
});

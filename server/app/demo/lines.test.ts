import { describe, expect, it } from 'vitest';
import type { IntakeResult } from '#domain/listing/contract.ts';
import type { DemoOfferKind, DemoOffer } from './listing-generator/listing-generator.ts';
import { renderOfferLine, renderSignInTable, type AlertSummary } from './lines.ts';
import { demoAdmin, demoPeople } from './demo-people.ts';

const offer = (kind: DemoOfferKind): DemoOffer => ({
  kind,
  item: { externalId: '1', title: '3 bed fixer', price: 42_000, details: '', link: '', postedAt: '', zipCode: '43604' },
});
const nothing: IntakeResult = { accepted: 0, duplicates: 0, review: [], rejected: [] };
const accepted = { ...nothing, accepted: 1 };
const place = {
  latitude: 41.6,
  longitude: -83.5,
  basis: 'zip' as const,
  zipCode: '43604',
  city: 'Toledo',
  county: null,
  state: 'OH',
};
const told = (immediate: string[], delayed: string[] = []): AlertSummary => ({
  place,
  price: 42_000,
  immediate,
  delayed,
});

describe('a line of the demo', () => {
  it.each<[string, DemoOfferKind, IntakeResult, AlertSummary | null]>([
    [
      'accepted: "3 bed fixer", $42,000, Toledo OH -> 2 members alerted: ann, bob',
      'new',
      accepted,
      told(['ann', 'bob']),
    ],
    ['accepted: "3 bed fixer", $42,000, Toledo OH -> 1 member alerted: ann', 'new', accepted, told(['ann'])],
    ['accepted: "3 bed fixer", $42,000, Toledo OH -> matches no member', 'new', accepted, told([])],
    ['accepted: "3 bed fixer", $42,000, Toledo OH -> kim will read it at 07:00', 'new', accepted, told([], ['kim'])],
    ['cheaper now: "3 bed fixer", $42,000, Toledo OH -> 1 member alerted: ann', 'price drop', accepted, told(['ann'])],
    [
      'rejected: "3 bed fixer" - For rent',
      'rental',
      { ...nothing, rejected: [{ index: 0, reason: 'For rent' }] },
      null,
    ],
    [
      'for review: "3 bed fixer" - No price',
      'unpriced',
      { ...nothing, review: [{ index: 0, reason: 'No price' }] },
      null,
    ],
    ['known already: "3 bed fixer"', 'duplicate', { ...nothing, duplicates: 1 }, null],
    [
      'seen before: "3 bed fixer", posted again under another link -> not alerted again',
      'repost',
      { ...nothing, duplicates: 1 },
      null,
    ],
  ])('A line of the demo reads %s', (line, kind, result, about) => {
    expect(renderOfferLine(offer(kind), result, about)).toBe(line);
  });
});

describe('the table of the users who can sign in', () => {
  it('The table of the users who can sign in lists all users, their searches, and the password', () => {
    const table = renderSignInTable(demoPeople);
    for (const { email } of demoPeople) expect(table).toContain(email);
    expect(table).toMatch(/^admin@example\.com +full admin/m);
    expect(table).toMatch(
      /^ann@example\.com +member +Detroit, MI +houses, raw land up to \$54,000 within 75 miles of 48204$/m,
    );
    expect(table).toMatch(/^leo@example\.com +not a member yet/m);
    expect(table).toMatch(/^Everyone's password is \S+$/m);
  });

  it('The table of the users who can sign in has no stray blanks', () => {
    expect(renderSignInTable([demoAdmin])).not.toMatch(/ $/m);
  });
});

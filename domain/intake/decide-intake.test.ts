import { describe, expect, it } from 'vitest';
import type { RepostMatch } from '#domain/deduplication/repost-evidence.ts';
import { Rejected } from '#domain/shared/decider.ts';
import { decideIntake, foldListing, isRepost, type ItemContext, resolveDecision, toContext } from './decide-intake.ts';
import type { ListingCommand } from '#domain/listing/decider.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import type { ParsedItem, ReviewedItem } from './parsed-item.ts';
import {
  createFoundEvent,
  createRepostedEvent,
  createRepricedEvent,
  heldEvent,
  heldItem,
  listingFacts,
  listingId,
  matchedFacts,
  withdrawnEvent,
} from '#domain/listing/testing/examples.ts';

const createItem = (price: number): ParsedItem => ({
  kind: 'listing',
  data: { ...listingFacts, reasons: [], price },
});
const held: ParsedItem = { kind: 'held', data: heldItem };
const unreadable: ParsedItem = { kind: 'rejected', reason: 'link is required' };
const ended: ParsedItem = { kind: 'rejected', reason: 'Never seen', ends: { listingId, reason: 'sold' } };
const reviewed: ReviewedItem = {
  kind: 'reviewed',
  data: { ...listingFacts, reasons: [], price: 45_000 },
  corrected: ['price'],
};

const address: RepostMatch = { listingId: 'l-0', evidence: { by: 'address', quote: '5120 maplewood street' } };
const text: RepostMatch = { listingId: 'l-0', evidence: { by: 'text', quote: 'House on Elm St' } };
const repostedByText = (price: number): ListingEvent => {
  const event = createRepostedEvent(price);
  return event.type === 'ListingReposted' ? { ...event, data: { ...event.data, evidence: text.evidence } } : event;
};
/** The original, under the link of the repost. */
const originalOffered = (price: number): ListingEvent => ({
  type: 'ListingFound',
  data: { ...listingFacts, listingId: 'l-0', link: 'https://x.com/18', reasons: [], price },
});
const withdrawnByPerson: ListingEvent = {
  type: 'ListingWithdrawn',
  data: { listingId, reason: 'Sold', byPerson: true },
};

type Item = ParsedItem | ReviewedItem;
type Command = ListingCommand['type'] | null;
/** A known listing, with its original or the one that it would be found to repost. */
type Known = { past?: ListingEvent[]; match?: RepostMatch; originalPast?: ListingEvent[] };

/** The outcome in words, and the types of the commands for the own listing and for its original. */
function decide(item: Item, { past = [], match, originalPast = [] }: Known): [outcome: string, ...Command[]] {
  const decision = decideIntake(
    item,
    toContext(past, () => match ?? null),
  );
  const state = foldListing(originalPast);
  const outcome = resolveDecision(decision, state);
  const ofOriginal = isRepost(decision) ? [decision.decideOriginal(state).command?.type ?? null] : [];
  const words = `${outcome.kind}: ${'as' in outcome ? outcome.as : outcome.reason}`;
  return [words, decision.command?.type ?? null, ...ofOriginal];
}

const found = [createFoundEvent(45_000)];
const withdrawn = [...found, withdrawnEvent];
const dear = createItem(45_000);
const cheap = createItem(40_000);

const ownCases: [name: string, Item, ListingEvent[], outcome: string, Command][] = [
  ['that cannot be read', unreadable, [], 'rejected: link is required', null],
  ['that was never seen', dear, [], 'accepted: new', 'Find'],
  ['at the same price', dear, found, 'duplicate: same price', null],
  ['at another price', cheap, found, 'accepted: other price', 'Find'],
  ['that was held and is complete now', dear, [heldEvent], 'accepted: new', 'Find'],
  ['that its source withdrew and offers again', dear, withdrawn, 'accepted: new', 'Find'],
  ['that a person withdrew, at the same price', dear, [...found, withdrawnByPerson], 'duplicate: same price', null],
  ['that must be reviewed', held, [], 'review: No price', 'Hold'],
  ['that waits already', held, [heldEvent], 'duplicate: same item', null],
  ['that must be reviewed, of a found listing', held, found, 'duplicate: same item', null],
  ['that has ended and was never seen', ended, [], 'rejected: Never seen', null],
  ['that has ended and was on offer', ended, found, 'accepted: withdrawn', 'Withdraw'],
  ['that has ended and waits for review', ended, [heldEvent], 'accepted: withdrawn', 'Withdraw'],
  ['that has ended twice', ended, withdrawn, 'duplicate: same item', null],
  ['that an admin accepted', reviewed, [heldEvent], 'accepted: new', 'Accept'],
];

const known = [createRepostedEvent(45_000)];
const [textReposted, textDropped] = [repostedByText(45_000), repostedByText(40_000)];
const wasCheaper = [...found, createRepricedEvent(45_000, 40_000, 45_000), createRepricedEvent(40_000, 45_000, 40_000)];
const offeredHere = [originalOffered(45_000)];
const byPerson = [...found, withdrawnByPerson];

const repostCases: [name: string, Item, Known, outcome: string, own: Command, ofOriginal: Command][] = [
  ['of an address', dear, { match: address, originalPast: found }, 'duplicate: repost', 'Repost', null],
  [
    'cheaper than ever',
    cheap,
    { match: address, originalPast: found },
    'accepted: cheaper repost',
    'Repost',
    'Reprice',
  ],
  ['cheaper, not than ever', cheap, { match: address, originalPast: wasCheaper }, 'duplicate: repost', 'Repost', null],
  ['of the same text, cheaper', cheap, { match: text, originalPast: found }, 'duplicate: repost', 'Repost', null],
  [
    'of the same text, cheaper under its own link',
    cheap,
    { past: [textReposted], originalPast: found },
    'accepted: cheaper repost',
    'Repost',
    'Reprice',
  ],
  [
    'whose lower price was recorded, but not yet that of its original',
    cheap,
    { past: [textReposted, textDropped], originalPast: found },
    'accepted: cheaper repost',
    null,
    'Reprice',
  ],
  ['known at its price', dear, { past: known, match: text, originalPast: found }, 'duplicate: repost', null, null],
  ['of a withdrawn one', dear, { match: text, originalPast: withdrawn }, 'accepted: offered again', 'Repost', 'Find'],
  ['of a withdrawn one, read again', dear, { past: known, originalPast: withdrawn }, 'duplicate: repost', null, null],
  [
    'of one that a person withdrew',
    dear,
    { match: address, originalPast: byPerson },
    'duplicate: repost',
    'Repost',
    null,
  ],
  [
    'that an admin accepted',
    reviewed,
    { past: [heldEvent], match: address, originalPast: found },
    'duplicate: repost',
    'Accept',
    null,
  ],
  [
    'that has ended, and under whose link its original is offered',
    ended,
    { past: known, originalPast: offeredHere },
    'accepted: withdrawn',
    null,
    'Withdraw',
  ],
  [
    'that has ended, offered elsewhere',
    ended,
    { past: known, originalPast: found },
    'duplicate: same item',
    null,
    null,
  ],
  [
    'that has ended twice',
    ended,
    { past: known, originalPast: [...offeredHere, withdrawnEvent] },
    'duplicate: same item',
    null,
    null,
  ],
];

describe('the decision of the intake', () => {
  it.each(ownCases)('The decision of the intake on an item %s', (_name, item, past, ...decision) => {
    expect(decide(item, { past })).toEqual(decision);
  });

  it.each(repostCases)('The decision of the intake on a repost %s', (_name, item, before, ...decision) => {
    expect(decide(item, before)).toEqual(decision);
  });

  it('The decision of the intake offers a withdrawn listing again with the facts of its repost, and its own id', () => {
    const decision = decideIntake(
      cheap,
      toContext([], () => text),
    );
    expect(isRepost(decision) && decision.decideOriginal(foldListing(withdrawn)).command).toMatchObject({
      type: 'Find',
      data: { ...matchedFacts, listingId: 'l-0', price: 40_000 },
      isPriceQuiet: true,
    });
  });

  it('The decision of the intake looks for an original only of a listing that may be new', () => {
    const findOriginal: ItemContext['findOriginal'] = () => {
      throw new Error('It looked for an original');
    };
    for (const past of [found, withdrawn])
      expect(() => decideIntake(cheap, toContext(past, findOriginal))).not.toThrow();
    for (const past of [[], [heldEvent], [heldEvent, withdrawnEvent]])
      expect(() => decideIntake(cheap, toContext(past, findOriginal))).toThrow('It looked');
  });

  it('The decision of the intake refuses a reviewed item that is no longer held', () => {
    const past = [heldEvent, createFoundEvent(45_000)];
    expect(() =>
      decideIntake(
        reviewed,
        toContext(past, () => address),
      ),
    ).toThrow(new Rejected('listing-not-held'));
  });
});

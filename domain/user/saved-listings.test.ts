import { describe, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import type { EditedListing, UserCommand } from './commands.ts';
import type { SavedListing } from './contract.ts';
import { user } from './decider.ts';
import type { UserEvent } from './events.ts';

const userId = 'u-1';
const now = '2026-03-01T12:00:00.000Z';
const before = '2026-02-01T12:00:00.000Z';
const registered: UserEvent = { type: 'UserRegistered', data: { userId, email: 'ann@x.com', role: 'none' } };
const blank: EditedListing = { title: '', price: '', details: '', link: '', imageUrl: '', timestamp: null };
const row = (texts: Partial<EditedListing>): EditedListing => ({ ...blank, ...texts });
const createSaved = (texts: Partial<SavedListing>): SavedListing => ({ ...blank, timestamp: before, ...texts });
const saved = (...listings: SavedListing[]): UserEvent => ({ type: 'ListingsSaved', data: { userId, listings } });
const save = (...listings: EditedListing[]): UserCommand => ({ type: 'SaveListings', data: { userId, listings, now } });

describe('SaveListings', () => {
  it('A SaveListings command adds a timestamp to rows without one, and keeps the others', () => {
    given(user, [registered, saved(createSaved({ title: 'Old' }))])
      .when(save(row({ title: 'New' }), row({ title: 'Old', timestamp: before })))
      .then([saved(createSaved({ title: 'New', timestamp: now }), createSaved({ title: 'Old' }))]);
  });

  it('A SaveListings command drops blank rows, even one with a timestamp', () => {
    given(user, [registered])
      .when(save(blank, row({ title: 'House' }), row({ title: '  ', timestamp: before })))
      .then([saved(createSaved({ title: 'House', timestamp: now }))]);
  });

  it('A SaveListings command clears the list when every row is removed', () => {
    given(user, [registered, saved(createSaved({ title: 'Old' }))])
      .when(save())
      .then([saved()]);
  });

  it('A SaveListings command accepts a row with only a link', () => {
    given(user, [registered])
      .when(save(row({ link: ' https://x.com/1 ' })))
      .then([saved(createSaved({ link: 'https://x.com/1', timestamp: now }))]);
  });

  it('A SaveListings command rejects a row with neither title nor link', () => {
    given(user, [registered])
      .when(save(row({ price: '$45k' })))
      .thenRejects('listing-needs-title-or-link');
  });

  it('A SaveListings command accepts a price as typed, up to 50 characters', () => {
    const price = '$45k obo '.padEnd(50, '.');
    given(user, [registered])
      .when(save(row({ title: 'House', price })))
      .then([saved(createSaved({ title: 'House', price, timestamp: now }))]);
    given(user, [registered])
      .when(save(row({ title: 'House', price: `${price}.` })))
      .thenRejects('listing-price-too-long');
  });

  it.each(['javascript:alert(1)', 'x.com', 'ftp://x.com', 'https://', 'https://x y'])(
    'A SaveListings command refuses the address %s',
    (address) => {
      given(user, [registered])
        .when(save(row({ title: 'House', link: address })))
        .thenRejects('listing-link-invalid');
      given(user, [registered])
        .when(save(row({ title: 'House', imageUrl: address })))
        .thenRejects('listing-image-invalid');
    },
  );

  it('A SaveListings command accepts 9 rows and rejects 10, without counting blank ones', () => {
    const nine = Array.from({ length: 9 }, (_, index) => row({ title: `House ${index}` }));
    given(user, [registered])
      .when(save(...nine, blank))
      .then([saved(...nine.map(({ title }) => createSaved({ title, timestamp: now })))]);
    given(user, [registered])
      .when(save(...nine, row({ title: 'One more' })))
      .thenRejects('too-many-listings');
  });

  it('A SaveListings command decides nothing when the list is unchanged', () => {
    given(user, [registered]).when(save(blank)).then([]);
    given(user, [registered, saved(createSaved({ title: 'Old' }))])
      .when(save(row({ title: 'Old', timestamp: before })))
      .then([]);
  });

  it('A SaveListings command gives the time of a saved row to one of two new rows like it', () => {
    given(user, [registered, saved(createSaved({ title: 'Twin' }))])
      .when(save(row({ title: 'Twin' }), row({ title: 'Twin' })))
      .then([saved(createSaved({ title: 'Twin' }), createSaved({ title: 'Twin', timestamp: now }))]);
  });

  it('A SaveListings command decides nothing when a new row is sent twice', () => {
    given(user, [registered, saved(createSaved({ title: 'New' }))])
      .when(save(row({ title: 'New' })))
      .then([]);
  });

  it('A SaveListings command adds a copy of a saved row beside it as new', () => {
    given(user, [registered, saved(createSaved({ title: 'Twin' }))])
      .when(save(row({ title: 'Twin', timestamp: before }), row({ title: 'Twin' })))
      .then([saved(createSaved({ title: 'Twin' }), createSaved({ title: 'Twin', timestamp: now }))]);
  });

  it('A SaveListings command treats another order as a change', () => {
    given(user, [registered, saved(createSaved({ title: 'A' }), createSaved({ title: 'B' }))])
      .when(save(row({ title: 'B', timestamp: before }), row({ title: 'A', timestamp: before })))
      .then([saved(createSaved({ title: 'B' }), createSaved({ title: 'A' }))]);
  });
});

describe('SaveListings with expected rows', () => {
  const began = (expected: SavedListing[], ...listings: EditedListing[]): UserCommand => {
    return { type: 'SaveListings', data: { userId, listings, expected, now } };
  };
  const mine = row({ title: 'Mine' });

  it('A SaveListings command with expected rows replaces the expected rows', () => {
    given(user, [registered, saved(createSaved({ title: 'Old' }))])
      .when(began([createSaved({ title: 'Old' })], mine))
      .then([saved(createSaved({ title: 'Mine', timestamp: now }))]);
  });

  it('A SaveListings command with expected rows is rejected when other rows were saved since', () => {
    given(user, [registered, saved(createSaved({ title: 'Old' })), saved(createSaved({ title: 'Theirs' }))])
      .when(began([createSaved({ title: 'Old' })], mine))
      .thenRejects('listings-changed');
  });

  it('A SaveListings command with expected rows decides nothing when the other rows are the same', () => {
    given(user, [registered, saved(createSaved({ title: 'Mine', timestamp: now }))])
      .when(began([], mine))
      .then([]);
  });
});

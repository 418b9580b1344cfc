import { describe, expect, it } from 'vitest';
import {
  findVisitDay,
  findErasedSubject,
  extractPersonalData,
  visitDaySubject,
  erasePersonalData,
  restorePersonalData,
} from './personal-data.ts';

const at = '2026-03-01T23:59:59.999Z';
const of = (type: string, data: unknown) => extractPersonalData({ type, data, metadata: { at } });
const bareOf = (type: string, data: unknown) => {
  const personal = of(type, data);
  return personal && erasePersonalData(data, personal.fields);
};

const visit = {
  visitId: 'v-1',
  ipAddress: '203.0.113.9',
  userAgent: 'Firefox',
  state: 'MI',
  city: 'Detroit',
  country: 'USA',
  referrer: null,
};
const listings = [
  { title: 'House', price: '$5', details: '', link: '', imageUrl: '', timestamp: at },
  { title: '', price: '', details: '', link: 'https://x.com', imageUrl: '', timestamp: at },
];

describe('the personal data of an event', () => {
  it('The personal data of an event is the address of a user, who is the subject', () => {
    const data = { userId: 'ann', email: 'ann@x.com', role: 'none' };
    expect(of('UserRegistered', data)).toEqual({ subject: 'ann', fields: { email: 'ann@x.com' } });
    expect(bareOf('UserRegistered', data)).toEqual({ userId: 'ann', email: '[erased]', role: 'none' });
    expect(bareOf('EmailChanged', { userId: 'ann', email: 'a@x.com' })).toEqual({ userId: 'ann', email: '[erased]' });
  });

  it('The personal data of an event is the ZIP among changed filters, and empty where the ZIP is unchanged', () => {
    const data = { userId: 'ann', changes: { zipCode: '48204', maxPrice: 5 } };
    expect(bareOf('FiltersUpdated', data)).toEqual({ userId: 'ann', changes: { zipCode: '[erased]', maxPrice: 5 } });
    expect(of('FiltersUpdated', { userId: 'ann', changes: { maxPrice: 5 } })).toBeNull();
    expect(of('FiltersUpdated', { userId: 'ann', changes: { zipCode: null } })).toBeNull();
  });

  it('The personal data of an event is every text of a saved listing, but not their number and times', () => {
    expect(bareOf('ListingsSaved', { userId: 'ann', listings })).toEqual({
      userId: 'ann',
      listings: [
        { title: '[erased]', price: '[erased]', details: '', link: '', imageUrl: '', timestamp: at },
        { title: '', price: '', details: '', link: '[erased]', imageUrl: '', timestamp: at },
      ],
    });
    expect(of('ListingsSaved', { userId: 'ann', listings: [] })).toBeNull();
  });

  it('The personal data of an event is the identifying data of a visitor, with all visits of a day as the subject', () => {
    expect(of('VisitRecorded', visit)?.subject).toBe('visits-2026-03-01');
    expect(bareOf('VisitRecorded', visit)).toEqual({
      ...visit,
      ipAddress: '[erased]',
      userAgent: '[erased]',
    });
  });

  it('The personal data of an event is empty where no person is named, or where it is erased already', () => {
    expect(of('SignedIn', { userId: 'ann' })).toBeNull();
    expect(of('Unheard', { userId: 'ann', email: 'ann@x.com' })).toBeNull();
    expect(of('EmailChanged', { userId: 'ann', email: '[erased]' })).toBeNull();
    for (const data of [null, undefined, 'text', [], { email: 'ann@x.com' }, { userId: 'ann', email: 5 }]) {
      expect(of('EmailChanged', data)).toBeNull();
    }
    expect(of('ListingsSaved', { userId: 'ann', listings: 'none' })).toBeNull();
  });
});

it('Data are restored when the hidden texts are put back', () => {
  const all: [string, object][] = [
    ['UserRegistered', { userId: 'ann', email: 'ann@x.com', role: 'none' }],
    ['FiltersUpdated', { userId: 'ann', changes: { zipCode: '48204', maxPrice: 5 } }],
    ['ListingsSaved', { userId: 'ann', listings }],
    ['VisitRecorded', visit],
  ];
  for (const [type, data] of all) {
    const hidden = of(type, data)?.fields ?? null;
    const kept: unknown = JSON.parse(JSON.stringify(erasePersonalData(data, hidden)));
    expect(restorePersonalData(kept, hidden)).toEqual(data);
    expect(JSON.stringify(restorePersonalData(kept, hidden))).toBe(JSON.stringify(data));
  }
});

it('Visits belong to their day in UTC, and users to no day', () => {
  expect(findVisitDay(visitDaySubject(at))).toBe('2026-03-01');
  expect(findVisitDay('5f0c2c1e-8a44-4d0b-9b57-2f6a0c9e4d11')).toBeNull();
});

it('Only a deletion erases the personal data of its user', () => {
  expect(findErasedSubject({ type: 'UserDeleted', data: { userId: 'ann' } })).toBe('ann');
  expect(findErasedSubject({ type: 'PasswordChanged', data: { userId: 'ann' } })).toBeNull();
});

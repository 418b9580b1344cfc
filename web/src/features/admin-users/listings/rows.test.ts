import { describe, expect, it } from 'vitest';
import type { SavedListing } from '#domain/user/contract.ts';
import {
  type Draft,
  draftOf,
  emptyRow,
  followed,
  inOrder,
  isEdited,
  listingsOf,
  neighbourOf,
  orderToCome,
  restored,
  withChange,
  without,
} from './rows.ts';

const saved = (title: string, day = 1): SavedListing => ({
  title,
  price: '$1',
  details: '',
  link: '',
  imageUrl: '',
  timestamp: `2026-01-0${day}T00:00:00.000Z`,
});
const barn = saved('Barn', 1);
const mill = saved('Mill', 2);
const hut = saved('Hut', 3);

const titles = ({ rows }: Pick<Draft, 'rows'>) => rows.map(({ title }) => title);
const keyOf = ({ rows }: Draft, title: string) => rows.find((row) => row.title === title)?.key ?? '';
const withNew = (draft: Draft, title = ''): Draft => ({ ...draft, rows: [...draft.rows, { ...emptyRow(), title }] });

describe('the rows of the listings panel', () => {
  it('are the saved ones, closed', () => {
    const draft = draftOf([barn, mill]);
    expect(draft.rows).toMatchObject([
      { ...barn, isOpen: false },
      { ...mill, isOpen: false },
    ]);
    expect(new Set(draft.rows.map(({ key }) => key)).size).toBe(2);
    expect([isEdited(draft), listingsOf(draft)]).toEqual([false, [barn, mill]]);
  });

  it('are one that is empty and open where none is saved', () => {
    const draft = draftOf([]);
    expect(draft.rows).toMatchObject([{ title: '', price: '', details: '', link: '', imageUrl: '', isOpen: true }]);
    expect([draft.rows[0]?.timestamp, isEdited(draft), listingsOf(draft)]).toEqual([null, false, []]);
  });

  it('are sent without those that are blank, a new one without a time', () => {
    const draft = withNew(withNew(draftOf([barn]), '  '), 'Cabin');
    expect(listingsOf(draft)).toEqual([
      barn,
      { title: 'Cabin', price: '', details: '', link: '', imageUrl: '', timestamp: null },
    ]);
  });
});

describe('edits', () => {
  it('are a change of a text, of the order, a row more and a row less', () => {
    const draft = draftOf([barn, mill]);
    const key = keyOf(draft, 'Barn');
    expect(isEdited(withChange(draft, key, { price: '$2' }))).toBe(true);
    expect(isEdited({ ...draft, rows: draft.rows.toReversed() })).toBe(true);
    expect(isEdited(withNew(draft, 'Hut'))).toBe(true);
    expect(isEdited(without(draft, key))).toBe(true);
  });

  it('are neither an opened row, nor an empty one, nor what was taken back', () => {
    const draft = draftOf([barn, mill]);
    const key = keyOf(draft, 'Barn');
    expect(isEdited(withChange(draft, key, { isOpen: true }))).toBe(false);
    expect(isEdited(withNew(draft))).toBe(false);
    const changed = withChange(draft, key, { price: '$2' });
    expect(isEdited(withChange(changed, key, { price: '$1' }))).toBe(false);
    expect(isEdited(restored(without(draft, key)))).toBe(false);
  });
});

describe('a removed row', () => {
  it('comes back to its place, the last removed first', () => {
    const draft = draftOf([barn, mill, hut]);
    const one = without(without(draft, keyOf(draft, 'Barn')), keyOf(draft, 'Hut'));
    expect(titles(one)).toEqual(['Mill']);
    expect(titles(restored(one))).toEqual(['Mill', 'Hut']);
    expect(titles(restored(restored(one)))).toEqual(['Barn', 'Mill', 'Hut']);
    expect(restored(draft)).toEqual(draft);
  });

  it('that was empty is not missed', () => {
    const draft = withNew(draftOf([barn]));
    expect(without(draft, keyOf(draft, '')).removed).toEqual([]);
    expect(without(draft, 'unknown')).toEqual(draft);
  });

  it('hands its place to the next, else to the one before', () => {
    const { rows } = draftOf([barn, mill]);
    const [first, second] = rows;
    expect(neighbourOf(rows, first?.key ?? '')).toBe(second);
    expect(neighbourOf(rows, second?.key ?? '')).toBe(first);
    expect(neighbourOf(rows.slice(0, 1), first?.key ?? '')).toBeNull();
  });
});

describe('what somebody else saved', () => {
  it('is shown, and a row that stayed the same stays as it stands', () => {
    const draft = draftOf([barn, mill]);
    const open = withChange(draft, keyOf(draft, 'Mill'), { isOpen: true });
    const next = followed(open, [hut, mill]);
    expect(titles(next)).toEqual(['Hut', 'Mill']);
    expect(next.rows[1]).toBe(open.rows[1]);
    expect([isEdited(next), next.basis]).toEqual([false, [hut, mill]]);
  });

  it('leaves a row that was added to be filled, but not the one that stood for none', () => {
    expect(titles(followed(withNew(draftOf([barn])), [mill]))).toEqual(['Mill', '']);
    expect(titles(followed(draftOf([]), [mill]))).toEqual(['Mill']);
    expect(titles(followed(draftOf([barn]), []))).toEqual(['']);
    const nine = Array.from({ length: 9 }, (_, n) => saved(`House ${n}`));
    expect(followed(withNew(draftOf([barn])), nine).rows).toHaveLength(9);
  });
});

describe('the order by date', () => {
  const draft = withNew(draftOf([mill, hut, barn]), 'New');

  it('has what was never saved as the newest', () => {
    expect(titles({ rows: inOrder(draft.rows, 'newest') })).toEqual(['New', 'Hut', 'Mill', 'Barn']);
    expect(titles({ rows: inOrder(draft.rows, 'oldest') })).toEqual(['Barn', 'Mill', 'Hut', 'New']);
  });

  it('turns from one to the other', () => {
    expect(orderToCome(draft.rows)).toBe('newest');
    expect(orderToCome(inOrder(draft.rows, 'newest'))).toBe('oldest');
    expect(orderToCome(inOrder(draft.rows, 'oldest'))).toBe('newest');
  });
});

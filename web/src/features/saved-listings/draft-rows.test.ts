import { describe, expect, it } from 'vitest';
import type { SavedListing } from '#domain/user/contract.ts';
import {
  type ListingsDraft,
  createDraft,
  createEmptyRow,
  mergeSavedListings,
  sortRows,
  isEdited,
  toListings,
  findNeighbour,
  getNextOrder,
  restoreRow,
  updateRow,
  removeRow,
} from './draft-rows.ts';

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

const titles = ({ rows }: Pick<ListingsDraft, 'rows'>) => rows.map(({ title }) => title);
const keyOf = ({ rows }: ListingsDraft, title: string) => rows.find((row) => row.title === title)?.key ?? '';
const withNew = (draft: ListingsDraft, title = ''): ListingsDraft => ({
  ...draft,
  rows: [...draft.rows, { ...createEmptyRow(), title }],
});

describe('The rows of the listings panel', () => {
  it('The rows of the listings panel are the saved ones, closed', () => {
    const draft = createDraft([barn, mill]);
    expect(draft.rows).toMatchObject([
      { ...barn, isOpen: false },
      { ...mill, isOpen: false },
    ]);
    expect(new Set(draft.rows.map(({ key }) => key)).size).toBe(2);
    expect([isEdited(draft), toListings(draft)]).toEqual([false, [barn, mill]]);
  });

  it('The rows of the listings panel are one empty open row if no listing is saved', () => {
    const draft = createDraft([]);
    expect(draft.rows).toMatchObject([{ title: '', price: '', details: '', link: '', imageUrl: '', isOpen: true }]);
    expect([draft.rows[0]?.timestamp, isEdited(draft), toListings(draft)]).toEqual([null, false, []]);
  });

  it('The rows of the listings panel are sent without blank ones, a new one without a time', () => {
    const draft = withNew(withNew(createDraft([barn]), '  '), 'Cabin');
    expect(toListings(draft)).toEqual([
      barn,
      { title: 'Cabin', price: '', details: '', link: '', imageUrl: '', timestamp: null },
    ]);
  });
});

describe('Edits of the listings panel', () => {
  it('Edits of the listings panel are a changed text, a changed order, an added row and a removed row', () => {
    const draft = createDraft([barn, mill]);
    const key = keyOf(draft, 'Barn');
    expect(isEdited(updateRow(draft, key, { price: '$2' }))).toBe(true);
    expect(isEdited({ ...draft, rows: draft.rows.toReversed() })).toBe(true);
    expect(isEdited(withNew(draft, 'Hut'))).toBe(true);
    expect(isEdited(removeRow(draft, key))).toBe(true);
  });

  it('Edits of the listings panel are neither an opened row, nor an empty one, nor an undone change', () => {
    const draft = createDraft([barn, mill]);
    const key = keyOf(draft, 'Barn');
    expect(isEdited(updateRow(draft, key, { isOpen: true }))).toBe(false);
    expect(isEdited(withNew(draft))).toBe(false);
    const changed = updateRow(draft, key, { price: '$2' });
    expect(isEdited(updateRow(changed, key, { price: '$1' }))).toBe(false);
    expect(isEdited(restoreRow(removeRow(draft, key)))).toBe(false);
  });
});

describe('A removed row of the listings panel', () => {
  it('A removed row of the listings panel is restored to its place, the last removed first', () => {
    const draft = createDraft([barn, mill, hut]);
    const one = removeRow(removeRow(draft, keyOf(draft, 'Barn')), keyOf(draft, 'Hut'));
    expect(titles(one)).toEqual(['Mill']);
    expect(titles(restoreRow(one))).toEqual(['Mill', 'Hut']);
    expect(titles(restoreRow(restoreRow(one)))).toEqual(['Barn', 'Mill', 'Hut']);
    expect(restoreRow(draft)).toEqual(draft);
  });

  it('A removed row of the listings panel is not restored if it was empty', () => {
    const draft = withNew(createDraft([barn]));
    expect(removeRow(draft, keyOf(draft, '')).removed).toEqual([]);
    expect(removeRow(draft, 'unknown')).toEqual(draft);
  });

  it('A removed row of the listings panel is replaced by the next, else by the one before', () => {
    const { rows } = createDraft([barn, mill]);
    const [first, second] = rows;
    expect(findNeighbour(rows, first?.key ?? '')).toBe(second);
    expect(findNeighbour(rows, second?.key ?? '')).toBe(first);
    expect(findNeighbour(rows.slice(0, 1), first?.key ?? '')).toBeNull();
  });
});

describe('Listings that another admin saved', () => {
  it('Listings that another admin saved are shown, and an unchanged row keeps its state', () => {
    const draft = createDraft([barn, mill]);
    const open = updateRow(draft, keyOf(draft, 'Mill'), { isOpen: true });
    const next = mergeSavedListings(open, [hut, mill]);
    expect(titles(next)).toEqual(['Hut', 'Mill']);
    expect(next.rows[1]).toBe(open.rows[1]);
    expect([isEdited(next), next.basis]).toEqual([false, [hut, mill]]);
  });

  it('Listings that another admin saved keep an added empty row, but not the placeholder for an empty list', () => {
    expect(titles(mergeSavedListings(withNew(createDraft([barn])), [mill]))).toEqual(['Mill', '']);
    expect(titles(mergeSavedListings(createDraft([]), [mill]))).toEqual(['Mill']);
    expect(titles(mergeSavedListings(createDraft([barn]), []))).toEqual(['']);
    const nine = Array.from({ length: 9 }, (_, n) => saved(`House ${n}`));
    expect(mergeSavedListings(withNew(createDraft([barn])), nine).rows).toHaveLength(9);
  });
});

describe('The sort order by date', () => {
  const draft = withNew(createDraft([mill, hut, barn]), 'New');

  it('The sort order by date treats an unsaved row as the newest', () => {
    expect(titles({ rows: sortRows(draft.rows, 'newest') })).toEqual(['New', 'Hut', 'Mill', 'Barn']);
    expect(titles({ rows: sortRows(draft.rows, 'oldest') })).toEqual(['Barn', 'Mill', 'Hut', 'New']);
  });

  it('The sort order by date switches between newest first and oldest first', () => {
    expect(getNextOrder(draft.rows)).toBe('newest');
    expect(getNextOrder(sortRows(draft.rows, 'newest'))).toBe('oldest');
    expect(getNextOrder(sortRows(draft.rows, 'oldest'))).toBe('newest');
  });
});

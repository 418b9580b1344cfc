import { describe, expect, it } from 'vitest';
import type { AdminUserView, SavedListing } from '#domain/user/contract.ts';
import type { TestResponse } from '#server/testing/test-client.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';

const product = setUpServer();
const full = setUpAdmin(product);
let path: string;

const barn = { title: 'Barn', price: '$45k obo', details: 'As is', link: 'https://x.com/1', imageUrl: '' };
const savedIn = ({ status, text }: TestResponse): SavedListing[] => {
  expect([status, text]).toEqual([200, expect.anything()]);
  return (JSON.parse(text) as AdminUserView).recentListings;
};
const save = (recentListings: unknown, more: object = {}) => full.patch(path, { recentListings, ...more });
const refused = async (recentListings: unknown) => {
  const { status, text } = await save(recentListings);
  return [status, text];
};

let count = 0;
const somebody = async () => {
  count += 1;
  const client = product.newClient();
  const { id } = await client.register(`member-${count}@example.com`);
  path = `/api/admin/users/${id}/listings`;
  return client;
};

describe('the saved listings of a user', () => {
  it('Saved listings hold no controls that reorder what is shown after them', async () => {
    await somebody();
    const rows = savedIn(await save([{ title: 'House\u202Egnp.exe', details: '\u2066left' }]));
    expect(rows).toMatchObject([{ title: 'Housegnp.exe', details: 'left' }]);
  });

  it('The saved listings of a user get a time when they are new, keep it when they are not, and reach the user', async () => {
    const client = await somebody();
    const [row] = savedIn(await save([{ ...barn, timestamp: '' }]));
    expect(row).toEqual({ ...barn, timestamp: row?.timestamp });
    expect(Date.now() - Date.parse(row?.timestamp ?? '')).toBeLessThan(60_000);
    const old = { ...barn, title: 'Mill', timestamp: '2026-01-02T03:04:05Z' };
    const rows = savedIn(await save([row, old, { title: 'Hut' }]));
    expect(rows.map(({ title }) => title)).toEqual(['Barn', 'Mill', 'Hut']);
    expect(rows[0]).toEqual(row);
    expect(rows[1]?.timestamp).toBe('2026-01-02T03:04:05.000Z');
    expect(rows[2]).toMatchObject({ price: '', details: '', link: '', imageUrl: '' });
    expect((JSON.parse((await client.get('/api/user')).text) as AdminUserView).recentListings).toEqual(rows);
  });

  it('The saved listings of a user are at most 9, not counting blank rows', async () => {
    await somebody();
    const rows = Array.from({ length: 9 }, (_, n) => ({ title: `House ${n}` }));
    const blank = { title: ' ', price: '', details: '', link: '', imageUrl: '', timestamp: null };
    expect(savedIn(await save([blank, ...rows, blank]))).toHaveLength(9);
    expect(await refused([...rows, { title: 'One more' }])).toEqual([400, 'At most 9 listings can be saved']);
    expect(savedIn(await save([blank]))).toEqual([]);
  });

  it('The saved listings of a user are refused with a message where a field is invalid', async () => {
    await somebody();
    expect(await refused([{ price: '$1' }])).toEqual([400, 'A listing needs a title or a link']);
    expect(await refused([{ title: 'x', price: '1'.repeat(51) }])).toEqual([
      400,
      'Price must be at most 50 characters',
    ]);
    expect(await refused([{ title: 'x', price: 45_000 }])).toEqual([400, 'price must be text']);
    for (const link of ['javascript:alert(1)', 'x.com', 'ftp://x.com/1', 'https://', 'https://x.com/\u0007']) {
      expect(await refused([{ title: 'x', link }])).toEqual([
        400,
        'link must be a web address that begins with http:// or https://',
      ]);
    }
    expect((await save([{ title: 'x', imageUrl: 'data:image/png;base64,xx' }])).status).toBe(400);
    expect(await refused([{ title: 'x', timestamp: 'now' }])).toEqual([400, 'timestamp must be a time in ISO 8601']);
    expect(await refused('none')).toEqual([400, 'recentListings must be a list of listings']);
    expect(await refused([{}, null])).toEqual([400, 'recentListings.1 must be an object']);
    const began = await save([{ title: 'x' }], { expected: [{ title: 'x' }] });
    expect([began.status, began.text]).toEqual([400, 'expected.0.price must be text']);
    expect(
      (await full.patch('/api/admin/users/nobody/listings', { recentListings: [{}, { price: '1' }] })).status,
    ).toBe(400);
    expect((await full.patch('/api/admin/users/nobody/listings', { recentListings: [] })).status).toBe(404);
  });

  it('The saved listings of a user are not overwritten by an admin who started from an older version and is shown what changed', async () => {
    await somebody();
    const seen = savedIn(await save([barn, { title: 'Hut' }]));
    const byOther = savedIn(await save([{ ...seen[0], price: '$40k' }, { title: 'Mill' }], { expected: seen }));
    const late = await save([...seen, { title: 'Cabin' }], { expected: seen });
    expect([late.status, late.text]).toEqual([
      409,
      "Another admin saved these listings: 'Mill' was added, 'Barn' was changed and 'Hut' was removed. Reload them, then save yours.",
    ]);
    expect(savedIn(await save(byOther, { expected: seen }))).toEqual(byOther);
    expect(savedIn(await save([{ title: 'Cabin' }], { expected: byOther }))).toMatchObject([{ title: 'Cabin' }]);
  });
});

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Correction, OverruledSource } from '#domain/correction/contract.ts';
import { startPosition } from '#domain/shared/decider.ts';
import type { ReviewItem } from '#domain/review.contract.ts';
import { readCheckpoints, resetCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { startCollectingCorrections } from './collect-corrections.ts';
import { createCorrections } from './corrections.ts';

let product: TestServer;
let root: TestClient;
beforeAll(async () => {
  product = await startTestServer();
  await product.intake.ready;
  root = await product.adminClient();
});
afterAll(() => product.stop());

const file = () => join(product.dataDir, 'corrections.jsonl');
const rows = () =>
  existsSync(file())
    ? readFileSync(file(), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Correction)
    : [];
const rowsOf = (word: string) => rows().filter(({ text }) => text.title.includes(word));
const labelsOf = (word: string) => rowsOf(word).map(({ judged, label }) => `${judged}: ${label}`);
const overruled = async () => JSON.parse((await root.get('/api/admin/sources/overruled')).text) as OverruledSource[]; // the tests then look at it

const take = async (source: string, item: { title: string; price: unknown; [field: string]: unknown }) => {
  const link = `https://example.com/${randomUUID()}`;
  await product.intake.take(source, [{ link, zipCode: '48204', ...item }], {
    actor: `intake:${source}`,
    commandId: randomUUID(),
  });
  await product.waitForViews();
};
const idOf = async (title: string) => {
  const waiting = JSON.parse((await root.get('/api/admin/review')).text) as ReviewItem[];
  return waiting.find((item) => item.listing.title === title)?.id ?? '';
};
const review = async (title: string, decision: object) => {
  expect((await root.post(`/api/admin/review/${await idOf(title)}`, decision)).status).toBe(200);
};
const retype = async (title: string, propertyType: string) => {
  const found = JSON.parse((await root.get('/api/admin/listings?limit=50')).text) as { id: string; title: string }[];
  const id = found.find((listing) => listing.title === title)?.id ?? '';
  expect((await root.post(`/api/admin/listings/${id}/retype`, { propertyType })).status).toBe(200);
};

describe('a correction', () => {
  it('A correction is a line for each decision in the review, with what the rules said and without contact data', async () => {
    const oak = 'Inherited 3 bedroom house at 107 Oak Street, call 313-555-0123';
    const elm = 'House on 5 acres of vacant land for sale, 214 Elm Road';
    const cedar = 'House with 2 bedrooms at 321 Cedar Avenue';
    const details = 'Write to ann@example.com, or see https://example.com/ann';
    await take('county', { title: oak, price: 'ask', details });
    await take('county', { title: elm, price: 'ask' });
    await take('county', { title: cedar, price: 'ask', propertyType: 'Single family' });
    await review(oak, { decision: 'accept', listing: { price: 40_000 } });
    await review(elm, { decision: 'accept', listing: { price: 30_000, propertyType: 'raw land' } });
    await review(cedar, { decision: 'reject' });
    await expect.poll(() => rows().map(({ label }) => label)).toEqual(['house', 'raw land', 'reject']);
    expect(rows()[0]).toEqual({
      at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      source: 'county',
      text: { title: 'Inherited 3 bedroom house at 107 Oak Street, call ', details: 'Write to , or see ', price: null },
      judged: 'house',
      label: 'house',
    });
    expect(rows()[1]).toMatchObject({ judged: 'house', label: 'raw land' });
    expect(rows()[2]).toMatchObject({ text: { propertyType: 'Single family' }, judged: 'house', label: 'reject' });
    const admin = JSON.parse((await root.get('/api/user')).text) as { id: string };
    expect(readFileSync(file(), 'utf8')).not.toContain(admin.id);
  });

  it('A correction of the type of a found listing is a line, and its undo another one', async () => {
    const title = 'Inherited 3 bedroom house at 444 Walnut Street, must sell as-is';
    await take('agent', { title, price: 45_000 });
    await retype(title, 'tiny home');
    await retype(title, 'house');
    await expect.poll(() => labelsOf('Walnut')).toEqual(['house: tiny home', 'house: house']);
    expect(rowsOf('Walnut')[0]).toMatchObject({ source: 'agent', text: { title, price: 45_000 } });
  });

  it('A correction is none where a source completes its own item', async () => {
    const item = { title: 'Cabin with 2 bedrooms at 9 Lake Road', externalId: 'lake' };
    await take('county', { ...item, price: 'ask' });
    await take('county', { ...item, price: 20_000 });
    await take('county', { title: 'Three bedroom house at 11 Hazel Road', price: 'ask' });
    await review('Three bedroom house at 11 Hazel Road', { decision: 'reject' });
    await expect.poll(() => labelsOf('Hazel')).toEqual(['house: reject']);
    expect(labelsOf('Lake')).toEqual([]);
  });

  it('A correction of an owner’s offer is a line only if its text has neither a contact nor the name of the owner', async () => {
    const offer = async (description: string, decision: object) => {
      const sent = await root.post('/api/sell', {
        propertyType: 'house',
        zipCode: '48204',
        price: 20_000,
        description,
        name: 'Ann Heir',
        phone: '313-555-0123',
        consent: true,
      });
      expect(sent.text).toContain('reference');
      const waiting = JSON.parse((await root.get('/api/admin/review')).text) as ReviewItem[];
      const id = waiting.find(({ source }) => source === 'sell')?.id ?? '';
      // An offer that a script sends looks like spam, which is no judgement of its text.
      expect((await root.post(`/api/admin/review/${id}`, decision)).status).toBe(200);
    };
    const accept = { decision: 'accept' };
    await offer('Good three bedroom house with a porch for sale, as it stands.', accept);
    await offer('Good three bedroom house with a barn for sale, ask for Ann.', accept);
    await offer('Good four bedroom house with a cellar, see www.example.com/ann', accept);
    await offer('Good five bedroom house with a garage for sale, as it stands.', { decision: 'reject' });
    await take('county', { title: 'Three bedroom house at 12 Willow Road', price: 'ask' });
    await review('Three bedroom house at 12 Willow Road', { decision: 'reject' });
    await expect.poll(() => labelsOf('Willow')).toHaveLength(1);
    expect(
      rows()
        .filter(({ source }) => source === 'sell')
        .map(({ text }) => text.details),
    ).toEqual(['Good three bedroom house with a porch for sale, as it stands.']);
  });

  it('A correction is neither lost nor doubled where its event is handled again', async () => {
    const { documents, events } = product.context;
    const before = rows();
    expect(before.length).toBeGreaterThan(5);
    const head = await events.head();
    await resetCheckpoint(documents, startPosition, 'corrections');
    const again = await startCollectingCorrections(product.context);
    await expect.poll(async () => (await readCheckpoints(documents)).get('corrections')).toBe(head);
    await again.stop();
    expect(rows()).toEqual(before);
  });

  it('A correction is deleted after RETENTION_DAYS', async () => {
    const { documents, config } = product.context;
    const corrections = createCorrections({
      documents,
      config: { ...config, dataDir: join(product.dataDir, 'other') },
    });
    const [row] = rows();
    if (!row) throw new Error('There is no correction');
    const doc = { ...row, source: 'old', listingId: 'old', position: startPosition };
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await corrections.add({ ...doc, id: 'kept', at: ago(89) });
    await corrections.add({ ...doc, id: 'deleted', at: ago(91) });
    await corrections.writeFile();
    const written = readFileSync(join(product.dataDir, 'other', 'corrections.jsonl'), 'utf8');
    expect(written.match(/"source":"old"/g)).toHaveLength(1);
  });
});

describe('the number of overruled decisions', () => {
  it('The number of overruled decisions is counted by source and type, also after a restart', async () => {
    const { dataDir } = product;
    await product.close();
    product = await startTestServer({ DATA_DIR: dataDir });
    root = await product.adminClient();
    const counts = await overruled();
    expect(counts.find(({ source }) => source === 'agent')).toEqual({
      source: 'agent',
      overruled: 0,
      decided: 1,
      verdicts: [{ judged: 'house', overruled: 0, decided: 1 }],
    });
    expect(counts.find(({ source }) => source === 'county')).toMatchObject({ overruled: 4, decided: 5 });
  });
});

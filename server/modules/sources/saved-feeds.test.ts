import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import type { SourceView } from '#domain/source/contract.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { listAll } from '#projections/store/list-all.ts';
import { createListing, startSourceApp } from './testing/source-app.ts';
import { createSavedFeeds } from './saved-feeds/saved-feeds.ts';

type App = Awaited<ReturnType<typeof startSourceApp>>;
let app: App;
beforeAll(async () => {
  app = await startSourceApp();
});
afterAll(() => app.end());

const path = '/api/admin/sources';
const token = 'token-7f3a';
const description = {
  basis: 'The publisher offers it to readers',
  kind: 'csv',
  url: `https://feeds.invalid/${token}/list.csv?key=${token}`,
  everySeconds: 3600,
  delimiter: ';',
  mapping: { title: '{Address}', link: 'https://c.example.com/{Parcel}', price: '{Bid}' },
};
const save = (id: string, changes: object = {}, key: string = randomUUID()) =>
  app.root.post(path, { id, ...description, ...changes }, { 'idempotency-key': key });
const change = (id: string, changes: object) => app.root.patch(`${path}/${id}`, changes);
const remove = (id: string) => app.root.send('DELETE', `${path}/${id}`);
const parse = ({ text }: { text: string }) => JSON.parse(text) as SourceView; // the tests then look at it
const listDocs = () =>
  listAll<{ id: string; sourceId: string }>(app.product.context.documents, documentSpaces.savedFeeds);
const countDocs = async (id: string) => (await listDocs()).filter(({ sourceId }) => sourceId === id).length;
const readEvents = () => app.product.context.events.readAll(startPosition, 1000);
const linesOf = async (id: string) => {
  const log = JSON.parse((await app.root.get('/api/admin/workflow-logs')).text) as { details: string }[];
  return log.map(({ details }) => details).filter((line) => line.includes(id));
};

describe('A saved feed', () => {
  it('A saved feed is in the list at once, with its description for full admins only', async () => {
    const answer = await save('estates');
    expect(answer.status).toBe(201);
    expect(parse(answer)).toMatchObject({ id: 'estates', kind: 'feed', flow: 'pull', address: null });
    expect(parse(answer).feed).toEqual(description);
    expect(await app.find('estates')).toMatchObject({ feed: description, everySeconds: 3600 });
    await expect.poll(() => app.find('county')).toMatchObject({ feed: null });
    const list = await app.list(await app.helper());
    expect(list.find(({ id }) => id === 'estates')).toMatchObject({ feed: null, address: null });
    expect(await linesOf('estates')).toEqual(['Feed estates added by root@example.com']);
  });

  it('A saved feed is read by the scout, and its address is in no event and in no document in clear', async () => {
    await save('secret-lots');
    await expect.poll(() => app.find('secret-lots')).toMatchObject({ state: 'failing', failures: 1 });
    expect((await app.find('secret-lots'))?.problem).toMatch(/^The source cannot be reached/);
    const { documents } = app.product.context;
    const docs = await Promise.all(Object.values(documentSpaces).map((space) => listAll(documents, space)));
    expect(JSON.stringify(docs)).toContain('secret-lots');
    expect(JSON.stringify(await readEvents())).toContain('FeedAdded');
    const stored = JSON.stringify([docs, await readEvents()]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain('feeds.invalid');
    expect((await app.product.newClient().get('/metrics')).text).not.toContain(token);
  });

  it('A saved feed keeps its name from other feeds and from the webhook', async () => {
    await save('lots');
    await app.deliver('wholesaler', [createListing(1)]);
    await expect.poll(() => app.find('wholesaler')).toBeDefined();
    for (const id of ['lots', 'county', 'sell', 'imap', 'wholesaler']) {
      const text = `A source named '${id}' exists. Choose another name.`;
      expect(await save(id)).toMatchObject({ status: 409, text });
    }
    expect(await app.deliver('lots', [])).toMatchObject({ status: 400, text: /lots is the name of another source/ });
  });

  it('A saved feed is refused with a sentence where it cannot be read', async () => {
    const refusals: [object, string][] = [
      [{ id: 'Two Words' }, 'id must be 1 to 50 of a-z, 0-9 and -'],
      [{ basis: '' }, 'basis must say why this source may be read'],
      [{ everySeconds: 0 }, 'everySeconds'],
      [{ kind: 'xls' }, 'kind must be one of csv, json, feed'],
      [{ url: 'file:///etc/passwd' }, 'The address must be an http or https one'],
      [{ url: 'http://127.0.0.1/list' }, '127.0.0.1 is not a public address'],
      [{ mapping: { title: '{Address}' } }, 'mapping.link must be a text'],
      [{ allowPrivate: true }, 'as the description of the API says'],
      [{ file: 'list.csv' }, 'as the description of the API says'],
    ];
    for (const [changes, sentence] of refusals) {
      const answer = await save('refused', changes);
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(sentence)]);
    }
    expect(await app.find('refused')).toBeUndefined();
    expect(await countDocs('refused')).toBe(0);
  });

  it('A saved feed is changed in part, and keeps one description', async () => {
    await save('farms');
    const url = 'https://feeds.invalid/other';
    const answer = await change('farms', { url, everySeconds: 900 });
    expect(answer.status).toBe(200);
    expect(parse(answer)).toMatchObject({ everySeconds: 900, feed: { ...description, url, everySeconds: 900 } });
    const changed = parse(await change('farms', { kind: 'json', items: 'data.lots' }));
    expect(changed.feed).toEqual({ ...changed.feed, kind: 'json', items: 'data.lots', url });
    expect(changed.feed).not.toHaveProperty('delimiter');
    expect(parse(await change('farms', { items: null })).feed).toMatchObject({ kind: 'json', items: null });
    expect(await change('farms', { everySeconds: 0 })).toMatchObject({ status: 400 });
    expect(await countDocs('farms')).toBe(1);
    expect(await linesOf('farms')).toContain('Feed farms changed by root@example.com');
  });

  it('A saved feed is removed with its description, and its listings and its past stay', async () => {
    await save('barns');
    const taken = { actor: 'intake:barns', commandId: randomUUID(), channel: 'feed' } as const;
    await app.product.context.intake.take('barns', [createListing(20)], taken);
    expect(await remove('barns')).toMatchObject({ status: 204 });
    expect(await app.find('barns')).toBeUndefined();
    expect(await countDocs('barns')).toBe(0);
    expect(JSON.parse((await app.root.get('/api/admin/listings?source=barns')).text)).toHaveLength(1);
    expect(await linesOf('Feed barns')).toEqual([
      'Feed barns removed by root@example.com',
      'Feed barns added by root@example.com',
    ]);
    expect(await remove('barns')).toMatchObject({ status: 404, text: 'No such source' });
    expect((await save('barns')).status).toBe(201);
  });

  it('A saved feed whose description is lost can be removed, and saved again', async () => {
    await save('cottages');
    for (const { id, sourceId } of await listDocs())
      if (sourceId === 'cottages') await app.product.context.savedFeeds.remove(id);
    expect(await change('cottages', { everySeconds: 60 })).toMatchObject({ status: 409, text: /cannot be read/ });
    expect((await remove('cottages')).status).toBe(204);
    expect((await save('cottages')).status).toBe(201);
  });

  it('A saved feed is changed and removed here, and a feed of the FEEDS file is not', async () => {
    const text = "The source 'county' was not saved here and can't be changed here";
    expect(await change('county', { everySeconds: 60 })).toMatchObject({ status: 409, text });
    expect(await remove('county')).toMatchObject({ status: 409, text });
    expect(await change('nowhere', { everySeconds: 60 })).toMatchObject({ status: 404, text: 'No such source' });
  });

  it('A saved feed is paused, resumed and tried like the others', async () => {
    await save('cabins');
    expect(parse(await app.tell('cabins', 'pause'))).toMatchObject({ state: 'paused', feed: description });
    expect(await app.tell('cabins', 'run')).toMatchObject({ status: 409 });
    expect(parse(await app.tell('cabins', 'resume'))).toMatchObject({ paused: null });
    const rows = 'Parcel;Address;Bid\n7;Inherited house at 940 Birch Avenue, Detroit, MI 48205;1500\n';
    expect((await app.tryOut('cabins', rows)).items).toMatchObject([{ outcome: 'accepted', priceText: '$1,500' }]);
  });

  it('A saved feed is saved once where a request is repeated under one key', async () => {
    const key = randomUUID();
    const [first, second] = [await save('ranches', {}, key), await save('ranches', {}, key)];
    // It may have been read in between.
    expect([second.status, parse(second).feed]).toEqual([201, parse(first).feed]);
    expect(await linesOf('ranches')).toHaveLength(1);
    expect(await countDocs('ranches')).toBe(1);
  });
});

describe('A description that no event names', () => {
  it('A description that no event names, as after a crash, is not read, and is removed an hour later', async () => {
    const { context } = app.product;
    await save('mills');
    await context.savedFeeds.store('crashed', 'mills', { ...description, kind: 'csv', basis: 'crashed' });
    expect(await app.find('mills')).toMatchObject({ feed: description });
    await context.savedFeeds.removeUnused();
    expect(await countDocs('mills')).toBe(2);
    const clock = () => new Date(Date.now() + 3_700_000);
    await createSavedFeeds({ ...context, clock, configuredIds: new Set() }).removeUnused();
    expect((await listDocs()).map(({ id }) => id)).not.toContain('crashed');
    expect(await app.find('mills')).toMatchObject({ feed: description });
  });
});

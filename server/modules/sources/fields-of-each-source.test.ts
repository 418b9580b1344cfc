import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withDefaultState } from '#domain/listing/default-state.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import { extractOffers } from '#server/modules/intake/email/offers/extract-offers.ts';
import { parseMail } from '#server/modules/intake/email/parse-mail.ts';
import { renderMime } from '#server/modules/intake/email/testing/mail-fixture.ts';
import { parseItem } from '#server/modules/intake/pipeline/parse-item.ts';
import { toMailItems } from '#server/modules/intake/index.ts';
import { readFeeds } from './feed-config/config.ts';
import { readFeedItems } from './feeds/feed-items.ts';

const row = {
  title: '0 Grand Ave',
  price: '4500',
  type: 'RES_VAC',
  parcel: '17-204',
  county: 'Wayne',
  city: 'Taylor',
};
const figures = {
  address: '2 Grand Ave',
  beds: '3 bd',
  baths: '1.5',
  livingArea: '1,240',
  acres: '.25',
  yearBuilt: '1962',
};
const link = 'https://county.example.com/17-204';
const mapping = {
  title: '{title}',
  price: '{price}',
  propertyType: '{type}',
  parcel: '{parcel}',
  county: '{county}',
  city: '{city}',
  link,
};
const feed = { id: 'county', basis: 'public record', everySeconds: 60, state: 'MI', file: 'list' };

async function readFeed(text: string, changes: { kind: string; mapping: object }): Promise<unknown[]> {
  const file = join(mkdtempSync(join(tmpdir(), 'fields-')), 'feeds.json');
  writeFileSync(file, JSON.stringify([{ ...feed, ...changes }]));
  const items: unknown[] = [];
  for (const one of readFeeds(file)) {
    const read = { bytes: Buffer.from(text), charset: 'utf-8', address: null };
    for await (const item of readFeedItems(one, read)) items.push(item);
  }
  rmSync(dirname(file), { recursive: true });
  return items;
}

const columns = Object.keys(row);
const details = Object.entries(row)
  .map(([name, value]) => `${name}=${value};`)
  .join(' ');
const entryMapping = Object.fromEntries(
  Object.entries(mapping)
    .filter(([name]) => name !== 'title' && name !== 'link')
    .map(([name, column]) => [name, { from: 'details', match: `${column.slice(1, -1)}=([^;]*);` }]),
);
const mailPlaces = [{ sender: 'county.example', place: { state: 'MI' } }];

async function readMailItems(): Promise<unknown[]> {
  const cells = [`<a href="${link}">${row.title}</a>`, row.price, row.type, row.parcel, row.county, row.city];
  const names = ['Address', 'Price', 'Type', 'Parcel', 'County', 'City'];
  const html = `<table><tr><th>${names.join('<th>')}</tr><tr><td>${cells.join('<td>')}</tr></table>`;
  const mail = await parseMail(Buffer.from(renderMime(html, { from: 'list@county.example' })));
  const items = await toMailItems({ ...mail, offers: extractOffers(mail) }, undefined, {
    url: link,
    places: mailPlaces,
  });
  return items.map(({ item }) => item);
}

const { type: propertyType, ...fields } = row;
const sources: [string, () => Promise<unknown[]>][] = [
  ['CSV', () => readFeed(`${columns.join(',')}\n${Object.values(row).join(',')}\n`, { kind: 'csv', mapping })],
  ['JSON', () => readFeed(JSON.stringify([row]), { kind: 'json', mapping })],
  [
    'RSS',
    () =>
      readFeed(
        `<rss version="2.0"><channel><title>C</title><item><title>${row.title}</title><link>${link}</link><description>${details}</description></item></channel></rss>`,
        { kind: 'feed', mapping: entryMapping },
      ),
  ],
  ['a webhook', () => Promise.resolve([withDefaultState({ ...fields, propertyType, link }, 'MI')])],
  ['a mail', readMailItems],
];

describe('the fields of a listing', () => {
  it.each(sources)(
    'The fields of a listing are read alike from %s: type, parcel, county, state',
    async (_kind, read) => {
      const [item, ...others] = await read();
      expect(others).toEqual([]);
      expect(parseItem('county', item, await loadGazetteer())).toMatchObject({
        kind: 'listing',
        data: {
          title: '0 Grand Ave',
          price: 4500,
          propertyType: 'raw land',
          parcel: '17-204',
          place: { city: 'Taylor', county: 'Wayne', state: 'MI' },
        },
      });
    },
  );
});

it('A mapping gives the address and the figures of a listing', async () => {
  const columns = Object.fromEntries(Object.keys(figures).map((name) => [name, `{${name}}`]));
  const text = JSON.stringify([{ ...row, ...figures }]);
  const [item] = await readFeed(text, { kind: 'json', mapping: { ...mapping, ...columns } });
  expect(parseItem('county', item, await loadGazetteer())).toMatchObject({
    data: { given: { address: '2 Grand Ave', beds: 3, baths: 1.5, livingArea: 1240, acres: 0.25, yearBuilt: 1962 } },
  });
});

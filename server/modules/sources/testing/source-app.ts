import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceView, DryRunResult } from '#domain/source/contract.ts';
import { type TestResponse, type TestClient, parseUser } from '#server/testing/test-client.ts';
import { type TestServer, startTestServer } from '#server/testing/test-server.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';

const header = 'Parcel,Address,Zip,Bid\n';
const mapping = {
  title: 'Inherited 3 bedroom house at {Address}, must sell as-is',
  link: 'https://c.example.com/{Parcel}',
  price: '{Bid}',
  zipCode: '{Zip}',
};
const streets = ['Maple', 'Oak', 'Cedar', 'Elm', 'Birch', 'Walnut', 'Linden'];

/** A listing that is accepted and is not a repost of another one. */
export const createListing = (number: number, changes: object = {}) => {
  const address = `${100 + 37 * number} ${String(streets[number % streets.length])} Street`;
  return {
    externalId: `house-${number}`,
    title: `Inherited 3 bedroom house at ${address}, must sell as-is`,
    price: '$45k obo',
    details: `Heirs want ${address} gone.`,
    link: `https://listings.example.com/${number}`,
    zipCode: '48204',
    ...changes,
  };
};

/** A product with one feed (`county`, a file) and a webhook, and the requests of admins. */
export async function startSourceApp(feed: object = {}, env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sources-'));
  const list = join(folder, 'list.csv');
  await writeFile(list, `${header}7,12 Elm St,48204,1500\n`);
  const county = {
    id: 'county',
    basis: 'public record',
    kind: 'csv',
    file: list,
    everySeconds: 3600,
    mapping,
    ...feed,
  };
  await writeFile(join(folder, 'feeds.json'), JSON.stringify([county]));
  const product: TestServer = await startTestServer({
    INTAKE_SECRET: webhookSecret,
    FEEDS: join(folder, 'feeds.json'),
    ...env,
  });
  await product.intake.ready;
  const root = await product.adminClient();

  return {
    product,
    root,
    folder,
    /** Sets the rows of the feed from now on, below its header. */
    give: (rows: string) => writeFile(list, header + rows),
    breakFeed: () => writeFile(list, '<!doctype html><html></html>'),
    deliver: (source: string, listings: unknown[], id: string = randomUUID()) =>
      deliverWebhook(product.url, webhookSecret, id, { source, listings }),
    list: async (client: TestClient = root) =>
      JSON.parse((await client.get('/api/admin/sources')).text) as SourceView[], // the tests then look at it
    find: async (id: string) => {
      const all = JSON.parse((await root.get('/api/admin/sources')).text) as SourceView[]; // likewise
      return all.find((source) => source.id === id);
    },
    tell: (id: string, what: 'pause' | 'resume' | 'run') => root.post(`/api/admin/sources/${id}/${what}`),
    tryOut: async (id: string, sample: string) =>
      parseTriedSample(await root.post(`/api/admin/sources/${id}/try`, { sample })),
    helper: async () => {
      const client = product.newClient();
      const { id } = await client.register(`${randomUUID()}@example.com`);
      parseUser(await root.patch(`/api/admin/users/${id}/role`, { role: 'helper' }));
      return client;
    },
    end: async () => {
      await product.stop();
      await rm(folder, { recursive: true });
    },
  };
}

function parseTriedSample({ status, text }: TestResponse): DryRunResult {
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return JSON.parse(text) as DryRunResult; // the tests then look at it
}

import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlertedMember } from '#domain/alert/events.ts';
import type { ListingView } from '#domain/listing/contract.ts';
import { type ApiUser, createApiUser } from './api-user.ts';
import { createLotListing } from './lot-listing.ts';
import { type Product, removeFolder, startProduct, createTemporaryFolder } from './product.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { eventStoreDbProgram } from '#server/platform/event-store/testing/eventstoredb-program.ts';
import { isServerMissing, startTestEngines, type TestEngines } from '#server/testing/engines.ts';
import { embeddedEnvironment } from '#server/testing/environment.ts';

const run = promisify(execFile);
const site = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'correct horse', INTAKE_SECRET: webhookSecret };
const kills = Number(process.env['KILLS'] ?? 6);

/** The recipients of the mails of a folder, the listings in each, and how many more than those it counts. */
async function mailsIn(folder: string): Promise<{ to: string; links: string[]; more: number }[]> {
  const { simpleParser } = await import('mailparser');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  return Promise.all(
    names.map(async (name) => {
      const { to, text = '' } = await simpleParser(await readFile(join(folder, name)));
      const address = Array.isArray(to) ? '' : (to?.value[0]?.address ?? '');
      const links = text.match(/https:\/\/listings\.example\.com\/lot-\d+/g) ?? [];
      return { to: address, links, more: Number(/See (\d+) more/.exec(text)?.[1] ?? 0) };
    }),
  );
}

const shapes = ['embedded', ...(eventStoreDbProgram === undefined || isServerMissing ? [] : ['both engines'])];

describe.each(shapes)('kill -9 at any instant under load, %s', (shape) => {
  let engines: TestEngines | null;
  let env: Record<string, string>;
  let dataDir: string;
  let product: Product;
  const members: ApiUser[] = [];
  const url = () => product.url;

  beforeAll(async () => {
    engines = shape === 'embedded' ? null : await startTestEngines();
    env = { ...site, ...engines?.env };
    dataDir = await createTemporaryFolder();
    product = await startProduct(dataDir, env);
    const admin = await createApiUser(url, '/api/login', site.ADMIN_EMAIL, site.ADMIN_PASSWORD);
    for (let n = 0; n < 4; n += 1) {
      const member = await createApiUser(url, '/api/register', `member${n}@example.com`, 'house hunter');
      await member.send('PATCH', '/api/profile', { zipCode: '48201' });
      await admin.send('PATCH', `/api/admin/users/${member.id}/membership`, { status: 'active' });
      members.push(member);
    }
  });

  afterAll(async () => {
    await product.stop();
    await engines?.stop();
    await removeFolder(dataDir);
  });

  // The log keeps its events: a second attempt continues after the first.
  const acknowledged = new Set<number>();
  const radius = new Map<string, number>();
  let next = 0;

  /** Incoming listings and members who edit, until the product is killed. */
  const load = (isOver: () => boolean) => {
    const deliveries = Array.from({ length: 4 }, async () => {
      while (!isOver()) {
        const n = next++;
        await deliverWebhook(product.url, webhookSecret, `delivery-${n}`, {
          source: 'crash-test',
          listings: [createLotListing(n)],
        })
          .then(({ status, text }) => status === 202 && text.includes('"accepted":1') && acknowledged.add(n))
          .catch(() => undefined); // no response is no acknowledgement
      }
    });
    const edits = members.map(async (member) => {
      for (let mileage = 25; !isOver(); mileage = mileage === 250 ? 25 : mileage + 25) {
        await member
          .send('PATCH', '/api/profile', { mileageRadius: mileage })
          .then(({ status }) => status === 200 && radius.set(member.id, mileage))
          .catch(() => undefined);
      }
    });
    return Promise.all([...deliveries, ...edits]);
  };

  const startAgain = async () => {
    product = await startProduct(dataDir, { ...env, PORT: new URL(product.url).port });
  };
  /** What the CLI prints about the data while no product uses it. */
  const atRest = async () => {
    await product.stop();
    try {
      const shell = { env: { ...embeddedEnvironment, ...engines?.env, DATA_DIR: dataDir }, maxBuffer: 1e9 };
      const history = await run(process.execPath, ['server/cli/history/history.ts', '--json'], shell);
      const rebuild = await run(process.execPath, ['server/cli/rebuild.ts'], shell);
      const lines = history.stdout.trim().split('\n');
      const events = lines.map((line) => JSON.parse(line) as { type: string; data: Record<string, unknown> });
      return { events, rebuilt: rebuild.stdout };
    } finally {
      await startAgain();
    }
  };

  it(`A kill -9 at any instant under load, ${shape}, loses no acknowledged fact and duplicates no alert, and the views equal a full replay`, async () => {
    for (let round = 0; round < kills; round += 1) {
      let isOver = false;
      const loaded = load(() => isOver);
      const enough = acknowledged.size + 5 + round * 3;
      try {
        await expect.poll(() => acknowledged.size, { interval: 5 }).toBeGreaterThanOrEqual(enough);
      } finally {
        await product.kill();
        isOver = true;
        await loaded;
        await startAgain();
      }
    }

    // One more listing is delivered, so everything before it has been matched and delivered.
    const last = next++;
    const answer = await deliverWebhook(product.url, webhookSecret, `delivery-${last}`, {
      source: 'crash-test',
      listings: [createLotListing(last)],
    });
    expect(answer).toMatchObject({ status: 202 });
    for (const member of members) {
      await expect
        .poll(async () => (await member.get<ListingView[]>('/api/listings/recent')).map(({ link }) => link))
        .toContain(createLotListing(last).link);
    }
    const { events, rebuilt } = await atRest();
    const found = new Map(
      events.filter(({ type }) => type === 'ListingFound').map(({ data }) => [data['externalId'], data['listingId']]),
    );
    for (const n of acknowledged) expect(found.has(`lot-${n}`)).toBe(true);
    const told = events
      .filter(({ type }) => type === 'AlertsDelivered')
      .flatMap(({ data: { members: alerted, listingId } }) =>
        (alerted as AlertedMember[]).map(({ userId }) => `${userId} ${String(listingId)}`),
      );
    expect(new Set(told).size).toBe(told.length);
    expect(told.length).toBe(found.size * members.length);

    expect(rebuilt).toContain('the same');
    expect(rebuilt).not.toContain('differs');
    for (const { email } of members) {
      // A mail's file is named by its Message-ID, so that a repeated mail is one file.
      const mails = async () => (await mailsIn(join(dataDir, 'outbox'))).filter(({ to }) => to === email);
      const count = async () => (await mails()).reduce((sum, { links, more }) => sum + links.length + more, 0);
      await expect.poll(count, { interval: 250 }).toBe(found.size);
      const links = (await mails()).flatMap((mail) => mail.links);
      expect(new Set(links).size).toBe(links.length);
    }
    for (const member of members) {
      const { mileageRadius } = await member.get<{ mileageRadius: number }>('/api/user');
      // An edit in flight at a kill may persist without an acknowledgement; an acknowledged one is never lost.
      const acked = radius.get(member.id) ?? 0;
      expect([acked, acked === 250 ? 25 : acked + 25, 25]).toContain(mileageRadius);
    }
  }, 300_000);
});

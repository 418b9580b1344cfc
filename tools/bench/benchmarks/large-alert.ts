import { setTimeout } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import type { AlertMessage } from '#domain/listing/contract.ts';
import { type ApiUser, createApiUser } from '../../../e2e/api-user.ts';
import type { Product } from '../../../e2e/product.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { type BenchResult, createResult, percentile, roundDigits } from '../result.ts';
import { addMembers } from '../data/add-members.ts';
import { fillFolder, createFolder } from '../data/fill-folder.ts';
import { createRandom } from '../data/random.ts';
import type { Bench } from '../setup.ts';
import { connectSocket } from '#server/testing/socket-client.ts';

const memberCount = 14_000;
const listings = 5;
const alertTimeoutMs = 20_000;
const admin = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'correct horse' };
const random = createRandom(14);
/** Different limits spread the connected members over all batches of a listing's alerts. */
const filters = () => ({ zipCode: '48201', maxPrice: 1000 * Math.ceil(40 + random() * 110) });

async function connectMember(product: Product, root: ApiUser, n: number): Promise<Socket> {
  const member = await createApiUser(() => product.url, '/api/register', `member${n}@example.com`, 'house hunter');
  await member.send('PATCH', '/api/profile', { ...filters(), alertMails: false });
  await root.send('PATCH', `/api/admin/users/${member.id}/membership`, { status: 'active' });
  return (await connectSocket(product.url, member.cookie(), { transports: ['websocket'] })).socket;
}

/** The time from sending a listing that fits 14,000 members to the webhook until every connected one has it. */
export async function measureLargeAlert(connected: number, bench: Bench): Promise<BenchResult[]> {
  const dataDir = await createFolder(bench);
  await fillFolder(dataDir, ({ events }) => addMembers(events, memberCount - connected, filters));
  const product = await bench.startProduct(dataDir, { ...admin, INTAKE_SECRET: webhookSecret });
  const root = await createApiUser(() => product.url, '/api/login', admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD);
  const received = new Map<string, number[]>();
  const sockets: Socket[] = [];
  for (let n = 0; n < connected; n += 1) {
    const socket = await connectMember(product, root, n);
    socket.on('alert', ({ listing: { link } }: AlertMessage) => {
      const before = received.get(link) ?? [];
      before.push(performance.now());
      received.set(link, before);
    });
    sockets.push(socket);
  }

  const waits: number[] = [];
  let missed = 0;
  let doubled = 0;
  for (let n = 0; n < listings; n += 1) {
    const link = `https://listings.example.com/crowd-${n}`;
    const title = `Inherited 3 bedroom house at ${100 * (n + 1)} Elm Street, must sell as-is`;
    // The prices differ enough that none is taken for a repost of another.
    const listing = { externalId: `c-${n}`, title, price: Math.round(8_000 * 1.4 ** n), link, zipCode: '48204' };
    const sentAt = performance.now();
    await deliverWebhook(product.url, webhookSecret, `crowd-${n}`, { source: 'bench', listings: [listing] });
    const arrived = () => received.get(link) ?? [];
    while (arrived().length < connected && performance.now() < sentAt + alertTimeoutMs) await setTimeout(5);
    if (arrived().length === 0)
      throw new Error(`no alert had arrived ${alertTimeoutMs / 1000} s after listing ${n} was sent`);
    await setTimeout(500);
    missed += Math.max(0, connected - arrived().length);
    doubled += Math.max(0, arrived().length - connected);
    waits.push(Math.max(...arrived()) - sentAt);
  }
  for (const socket of sockets) socket.disconnect();
  return [
    createResult({
      name: `sent to shown to all, ${memberCount} matched, ${connected} of them connected`,
      value: Math.max(...waits) / 1000,
      unit: `s (slowest of ${listings} listings)`,
      better: 'lower',
      limit: 2,
      conditions: [
        { what: 'missed', value: missed, atMost: 0 },
        { what: 'doubled', value: doubled, atMost: 0 },
      ],
      detail: { medianSeconds: roundDigits(percentile(waits, 0.5) / 1000), missed, doubled },
    }),
  ];
}

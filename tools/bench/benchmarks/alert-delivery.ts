import type { AlertMessage } from '#domain/listing/contract.ts';
import { createApiUser } from '../../../e2e/api-user.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { type BenchResult, createResult, percentile, roundDigits } from '../result.ts';
import type { Bench } from '../setup.ts';
import { connectSocket } from '#server/testing/socket-client.ts';

const admin = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'correct horse' };
const listingCount = 20;
const maxMatchedCount = 200;

/**
 * The time from sending a listing to the webhook until each matched member's socket has it: `connected` members, at
 * most 200 of them matched by each of 20 listings.
 */
export async function measureAlertDelivery(connected: number, bench: Bench): Promise<BenchResult[]> {
  const workspace = await bench.createWorkspace();
  const product = await bench.startProduct(await bench.folder(), {
    ...admin,
    ...workspace.env,
    INTAKE_SECRET: webhookSecret,
  });
  const url = () => product.url;
  const root = await createApiUser(url, '/api/login', admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD);
  const matchedCount = Math.min(connected, maxMatchedCount);
  const received = new Map<string, { at: number; userId: string }[]>();
  const sockets = [];
  for (let n = 0; n < connected; n += 1) {
    const member = await createApiUser(url, '/api/register', `member${n}@example.com`, 'house hunter');
    await member.send('PATCH', '/api/profile', { zipCode: n < matchedCount ? '48201' : '90001' });
    await root.send('PATCH', `/api/admin/users/${member.id}/membership`, { status: 'active' });
    const { socket } = await connectSocket(product.url, member.cookie(), { transports: ['websocket'] });
    socket.on('alert', ({ listing }: AlertMessage) => {
      const before = received.get(listing.link) ?? [];
      received.set(listing.link, [...before, { at: performance.now(), userId: member.id }]);
    });
    sockets.push(socket);
  }

  const waits: number[] = [];
  let doubled = 0;
  let missed = 0;
  for (let n = 0; n < listingCount; n += 1) {
    const link = `https://listings.example.com/${n}`;
    const sentAt = performance.now();
    await deliverWebhook(product.url, webhookSecret, `bench-${n}`, {
      source: 'bench',
      listings: [
        {
          externalId: `b-${n}`,
          title: `Inherited house at ${n + 1}00 Oak Street`,
          price: 30_000 + n,
          link,
          zipCode: '48204',
        },
      ],
    });
    const deadline = performance.now() + 5000;
    const arrived = () => received.get(link) ?? [];
    while (arrived().length < matchedCount && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const distinct = new Set(arrived().map(({ userId }) => userId)).size;
    doubled += arrived().length - distinct;
    missed += matchedCount - distinct;
    waits.push(...arrived().map(({ at }) => at - sentAt));
  }
  for (const socket of sockets) socket.disconnect();
  const [p50, p95] = [percentile(waits, 0.5), percentile(waits, 0.95)];
  return [
    createResult({
      name: `sent to shown, ${connected} connected, ${matchedCount} matched`,
      value: p95,
      unit: 'ms (p95)',
      better: 'lower',
      limit: 40,
      conditions: [
        { what: 'p50', value: p50, atMost: 20, unit: 'ms' },
        { what: 'missed', value: missed, atMost: 0 },
        { what: 'doubled', value: doubled, atMost: 0 },
      ],
      detail: { p50ms: roundDigits(p50), alerts: waits.length, doubled, missed },
    }),
  ];
}

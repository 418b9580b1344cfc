import { beforeAll, expect, it, vi } from 'vitest';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import type { ApiUser } from './api-user.ts';
import { recordLayoutShifts, sumLayoutShifts, takeLayoutShifts } from './layout-shifts.ts';
import { createLotListing } from './lot-listing.ts';
import { closeWindowsAfterEach, registerMember, setUpApp } from './test-app.ts';

const maxShift = 0.02;
const app = setUpApp();
closeWindowsAfterEach(app);
let ann: ApiUser;

beforeAll(async () => {
  ann = await registerMember(app, 'ann@example.com', { zipCode: '48204' });
  const listings = Array.from({ length: 15 }, (_, n) => createLotListing(n));
  await deliverWebhook(app.product.url, webhookSecret, 'lots', { source: 'lots', listings });
  await vi.waitFor(async () => expect(await ann.get('/api/listings')).toHaveLength(15), { timeout: 60_000 });
});

const adminPages = ['', '/scout', '/history', '/history/as-of', '/review', '/found', '/workflow-log', '/deliveries'];
const pages = [...adminPages.map((path) => `/admin${path}`), '/', '/listings', '/profile'];

it.each(pages.flatMap((path) => [390, 1440].map((width) => [path, width] as const)))(
  'Nothing moves while %s loads slowly at %d px',
  async (path, width) => {
    const who = path.startsWith('/admin') ? app.root : ann;
    const page = await app.open(who, '/layout-diagram', { viewport: { width, height: 844 } });
    const network = await page.context().newCDPSession(page);
    const delay = { offline: false, latency: 150, downloadThroughput: 400_000, uploadThroughput: 400_000 };
    await network.send('Network.emulateNetworkConditions', delay);
    await recordLayoutShifts(page);
    await Promise.all([page.waitForEvent('websocket'), page.goto(app.product.url + path)]);
    await page.waitForLoadState('networkidle');
    const shifts = (await takeLayoutShifts(page)).filter(({ followsInput }) => !followsInput);
    expect(sumLayoutShifts(shifts)).toBeLessThanOrEqual(maxShift);
  },
);

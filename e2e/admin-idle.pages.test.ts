import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findCard, sendVisit } from './admin-page.ts';
import type { ApiUser } from './api-user.ts';
import { closeWindowsAfterEach, registerAnyone, setUpApp } from './test-app.ts';
import { findRow } from './users-table.ts';

const app = setUpApp({ TRUST_PROXY: '1', RATE_VISIT: '100000/1m' });
closeWindowsAfterEach(app);

const durationMs = 30_000;
const changesPerSecond = 4;

/** The addresses that a window requests from the API from now on. */
function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname + search);
  });
  return calls;
}

/** Changes of members, admins and visitors, one after the other at an even pace. */
async function changeFor(ms: number, change: (n: number) => Promise<unknown>): Promise<void> {
  const start = Date.now();
  for (let n = 0; Date.now() - start < ms; n += 1) {
    await change(n);
    const next = start + ((n + 1) * 1000) / changesPerSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - Date.now())));
  }
}

describe('An idle admin dashboard', () => {
  it('An idle admin dashboard takes at most 15 requests in 30 s while others make 4 changes a second, and shows them', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => registerAnyone(app)));
    const page = await app.open(app.root, '/admin', { viewport: { width: 1440, height: 900 } });
    const [first] = members as [ApiUser, ...ApiUser[]];
    await findRow(page, first).waitFor();
    const calls = recordCalls(page);
    await changeFor(durationMs, async (n) => {
      const member = members[n % members.length] ?? first;
      const status = n % 24 < 12 ? 'active' : 'unconfirmed';
      if (n % 4 === 0) await sendVisit(app.product.url, `203.0.113.${n % 200}`);
      else if (n % 4 === 1) await member.send('PATCH', '/api/profile', { maxPrice: 1000 + n });
      else if (n % 4 === 2) await app.root.send('PATCH', `/api/admin/users/${member.id}/membership`, { status });
      else await app.root.send('POST', '/api/admin/announcements', { message: `<p>${n}</p>` });
    });
    expect(calls.length).toBeLessThanOrEqual(15);
    await first.send('PATCH', '/api/profile', { maxPrice: 77_777 });
    await findRow(page, first).getByText('$77,777').waitFor();
    await findCard(page, 'Users').waitFor();
  });
});

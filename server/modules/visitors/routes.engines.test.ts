import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { visitStream } from '#domain/event-catalog/streams.ts';
import type { VisitorDay, VisitorStats, VisitorView } from '#domain/visit/admin.contract.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';
import { createMiddayClock } from './testing/midday-clock.ts';
import { forgetOldVisits } from './retention.ts';

const day = 86_400_000;
// The retention of the product itself forgets no visit.
const product = setUpServer({ ...createMiddayClock(), RATE_VISIT: '1000000/1m', RETENTION_DAYS: '36500' });
const full = setUpAdmin(product);

const json = async <T>(path: string): Promise<T> => JSON.parse((await full.get(path)).text) as T;

/** Writes a visit as it was recorded some days ago. */
const visitedBefore = async (days: number, city: string) => {
  const visitId = randomUUID();
  const at = new Date(product.context.clock().getTime() - days * day).toISOString();
  const data = {
    visitId,
    ipAddress: '203.0.113.9',
    userAgent: 'Firefox',
    state: 'MI',
    city,
    country: 'USA',
    referrer: null,
  };
  const metadata = { actor: 'anonymous', commandId: visitId, correlationId: visitId, at };
  const event = { id: randomUUID(), type: 'VisitRecorded', data };
  await product.context.events.append(visitStream(visitId), [event], -1, metadata);
  await product.waitForViews();
};

describe('the visits', () => {
  it('The visits show what was tracked, newest first', async () => {
    const headers = { 'user-agent': 'Mozilla/5.0 Firefox/140.0' };
    await product.newClient().post('/api/visitors/track', { referrer: 'https://search.example/q' }, headers);
    await product.newClient().post('/api/visitors/track', undefined, headers);
    const [second, first] = await json<VisitorView[]>('/api/admin/visitors/recent');
    expect(first).toEqual({
      id: expect.any(String) as string,
      ipAddress: '127.0.0.1',
      timestamp: expect.stringMatching(/Z$/) as string,
      userAgent: headers['user-agent'],
      state: null,
      city: null,
      country: 'USA',
      referrer: 'https://search.example/q',
    });
    expect(second?.referrer).toBeNull();
    expect(await json<VisitorView[]>('/api/admin/visitors/by-week/0')).toEqual([second, first]);
    expect(await json<VisitorStats>('/api/admin/visitors/stats')).toEqual({
      dailyCount: 2,
      weeklyCount: 2,
      visitorsByState: [],
    });
  });

  it('The visits of a week are those from its Monday to its Sunday', async () => {
    await visitedBefore(14, 'Detroit');
    const seen = await json<VisitorView[]>('/api/admin/visitors/by-week/2');
    expect(seen.map(({ city }) => city)).toEqual(['Detroit']);
    expect(await json('/api/admin/visitors/stats/week/2')).toEqual({
      visitorCount: 1,
      visitorsByState: [{ state: 'MI', count: 1 }],
    });
    expect(await json('/api/admin/visitors/by-week/3')).toEqual([]);
  });

  it.each(['12', '-1', 'x', '1.5', '0x1', '%20', '00', '007', '99999999999'])(
    'The visits have no week %s',
    async (offset) => {
      for (const path of ['stats/week', 'by-week']) {
        const { status, text } = await full.get(`/api/admin/visitors/${path}/${offset}`);
        expect([status, text]).toEqual([400, 'offset must be a whole number from 0 to 11']);
      }
    },
  );

  it.each(['0', '85', 'x', '1.5'])('The visits of each day are refused for %s days', async (days) => {
    const { status, text } = await full.get(`/api/admin/visitors/daily?days=${days}`);
    expect([status, text]).toEqual([400, 'days must be a whole number from 1 to 84']);
  });

  it('The visits of each day are those of 30 days unless asked otherwise', async () => {
    expect(await json<VisitorDay[]>('/api/admin/visitors/daily')).toHaveLength(30);
    expect((await json<VisitorDay[]>('/api/admin/visitors/daily?days=84')).map(({ visits }) => visits)).toContain(1);
  });

  it('The visits are all returned, page by page', async () => {
    const seen: VisitorView[] = [];
    let next: string | undefined = '/api/admin/visitors?limit=2';
    while (next !== undefined) {
      const { text, headers } = await full.get(next);
      expect(headers.get('x-total-count')).toBe('3');
      seen.push(...(JSON.parse(text) as VisitorView[]));
      next = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(await json<VisitorView[]>('/api/admin/visitors'));
    expect(seen).toHaveLength(3);
    expect((await full.get('/api/admin/visitors?limit=10001')).status).toBe(400);
  });

  it('The visits lose address and user agent after the retention period, and still count', async () => {
    await visitedBefore(60, 'Flint');
    await visitedBefore(95, 'Lansing');
    await visitedBefore(91, 'Saginaw');
    expect(await forgetOldVisits(product.context, { days: 90 })).toBe(2);
    expect(await forgetOldVisits(product.context, { days: 90 })).toBe(0);
    await product.waitForViews();
    const all = await json<VisitorView[]>('/api/admin/visitors');
    const kept = all.map(({ city, ipAddress, userAgent }) => [city, ipAddress, userAgent]);
    expect(kept.slice(-3)).toEqual([
      ['Flint', '203.0.113.9', 'Firefox'],
      ['Saginaw', null, null],
      ['Lansing', null, null],
    ]);
    expect(all).toHaveLength(6);
  });
});

import { describe, expect, it } from 'vitest';
import type { Fact } from '#projections/testing/project-view.ts';
import { projectViews } from '#projections/testing/project-views.ts';
import { readDays, readRollingStats, readWeekStats } from './statistics.ts';

const now = '2026-03-11T15:30:00.000Z';
let count = 0;
const visited = (at: string, state: string | null = 'MI', country = 'USA'): Fact => {
  count += 1;
  const visitId = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`.split('').toReversed().join('');
  const data = { visitId, ipAddress: '203.0.113.9', userAgent: 'x', state, city: null, country, referrer: null };
  return { type: 'VisitRecorded', data, at, actor: 'anonymous' };
};

describe('the statistics of visits', () => {
  it('The statistics of visits count the last 24 hours and the last 7 days to the millisecond', async () => {
    const views = await projectViews([
      visited('2026-03-04T15:29:59.999Z'),
      visited('2026-03-04T15:30:00.000Z', 'OH'),
      visited('2026-03-04T16:00:00.000Z'),
      visited('2026-03-10T15:29:59.999Z'),
      visited('2026-03-10T15:30:00.000Z'),
      visited('2026-03-10T15:59:59.999Z'),
      visited('2026-03-11T15:30:00.000Z', 'OH'),
    ]);
    expect(await readRollingStats(views, Date.parse(now))).toEqual({
      dailyCount: 3,
      weeklyCount: 6,
      visitorsByState: [
        { state: 'MI', count: 4 },
        { state: 'OH', count: 2 },
      ],
    });
  });

  it('The statistics of visits count visits from abroad and from unknown locations, but for no state', async () => {
    const views = await projectViews([
      visited('2026-03-11T12:00:00.000Z', null, 'Canada'),
      visited('2026-03-11T12:00:00.000Z', null),
      visited('2026-03-11T12:00:00.000Z', 'WY'),
    ]);
    const { dailyCount, visitorsByState } = await readRollingStats(views, Date.parse(now));
    expect([dailyCount, visitorsByState]).toEqual([3, [{ state: 'WY', count: 1 }]]);
  });

  it('The statistics of visits of each day count from midnight to midnight in UTC, with zeros', async () => {
    const views = await projectViews([
      visited('2026-03-08T23:59:59.999Z'),
      visited('2026-03-09T00:00:00.000Z'),
      visited('2026-03-09T23:59:59.999Z', null, 'Canada'),
      visited('2026-03-11T15:30:00.000Z'),
    ]);
    const days = await readDays(views, Date.parse(now), 3);
    expect(days.map(({ day, visits }) => [day, visits])).toEqual([
      ['2026-03-09', 2],
      ['2026-03-10', 0],
      ['2026-03-11', 1],
    ]);
  });

  it('The statistics of visits of a week run from its Monday to its Sunday', async () => {
    const views = await projectViews([
      visited('2026-03-01T23:59:59.999Z'),
      visited('2026-03-02T00:00:00.000Z'),
      visited('2026-03-08T23:59:59.999Z'),
      visited('2026-03-09T00:00:00.000Z'),
    ]);
    expect(await readWeekStats(views, Date.parse(now), 1)).toEqual({
      visitorCount: 2,
      visitorsByState: [{ state: 'MI', count: 2 }],
    });
    expect(await readWeekStats(views, Date.parse(now), 0)).toMatchObject({ visitorCount: 1 });
    expect(await readWeekStats(views, Date.parse(now), 11)).toEqual({ visitorCount: 0, visitorsByState: [] });
  });
});

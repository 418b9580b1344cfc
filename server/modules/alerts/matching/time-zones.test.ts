import { beforeAll, describe, expect, it } from 'vitest';
import { loadGazetteer } from '#server/modules/geo/gazetteer.ts';
import {
  createZoneLookup,
  findLastMonday,
  findNextMonday,
  findNextMorning,
  findQuietHoursEnd,
  findWeek,
} from './time-zones.ts';

const morningAfter = (zone: string, since: string) => new Date(findNextMorning(zone, Date.parse(since))).toISOString();

describe('the next 07:00 on the clocks of a zone', () => {
  it.each([
    ['America/Detroit', '2026-03-10T10:59:59Z', '2026-03-10T11:00:00.000Z'],
    ['America/Detroit', '2026-03-10T11:00:00Z', '2026-03-11T11:00:00.000Z'],
    ['America/Phoenix', '2026-07-01T13:59:00Z', '2026-07-01T14:00:00.000Z'],
    ['Pacific/Honolulu', '2026-07-01T17:00:00Z', '2026-07-02T17:00:00.000Z'],
    ['America/St_Johns', '2026-07-01T12:00:00Z', '2026-07-02T09:30:00.000Z'],
  ])('The next 07:00 on the clocks of a zone in %s after %s is %s', (zone, since, morning) => {
    expect(morningAfter(zone, since)).toBe(morning);
  });

  it('The next 07:00 on the clocks of a zone comes an hour earlier in UTC from the day that the clocks go forward', () => {
    expect(morningAfter('America/Detroit', '2026-03-07T11:00:00Z')).toBe('2026-03-07T12:00:00.000Z');
    expect(morningAfter('America/Detroit', '2026-03-07T20:00:00Z')).toBe('2026-03-08T11:00:00.000Z');
    expect(morningAfter('America/Detroit', '2026-03-08T06:59:00Z')).toBe('2026-03-08T11:00:00.000Z');
  });

  it('The next 07:00 on the clocks of a zone comes an hour later in UTC from the day that the clocks go back', () => {
    expect(morningAfter('America/Detroit', '2026-10-31T10:00:00Z')).toBe('2026-10-31T11:00:00.000Z');
    expect(morningAfter('America/Detroit', '2026-10-31T20:00:00Z')).toBe('2026-11-01T12:00:00.000Z');
    expect(morningAfter('America/Detroit', '2026-11-01T11:30:00Z')).toBe('2026-11-01T12:00:00.000Z');
  });
});

describe('the Monday of a week on the clocks of a zone', () => {
  const zone = 'America/Detroit';

  it.each([
    ['2026-03-16T10:59:59.999Z', '2026-03-16T11:00:00.000Z', '2026-03-09'],
    ['2026-03-16T11:00:00.000Z', '2026-03-23T11:00:00.000Z', '2026-03-16'],
    ['2026-03-16T03:00:00.000Z', '2026-03-16T11:00:00.000Z', '2026-03-09'],
    ['2026-03-05T20:00:00.000Z', '2026-03-09T11:00:00.000Z', '2026-03-02'],
  ])('At %s the next Monday at 07:00 is %s, and the last one was %s', (now, next, last) => {
    expect(new Date(findNextMonday(zone, Date.parse(now))).toISOString()).toBe(next);
    expect(findLastMonday(zone, Date.parse(now))).toBe(last);
  });

  it('A week lasts from Monday at 07:00 to Monday at 07:00, also where the clocks change', () => {
    const { from, until } = findWeek(zone, '2026-03-09');
    expect([from, until].map((time) => new Date(time).toISOString())).toEqual([
      '2026-03-02T12:00:00.000Z',
      '2026-03-09T11:00:00.000Z',
    ]);
  });
});

describe('quiet hours', () => {
  it.each([
    ['America/Detroit', '2026-03-11T00:59:59Z', null],
    ['America/Detroit', '2026-03-11T01:00:00Z', '2026-03-11T11:00:00.000Z'],
    ['America/Detroit', '2026-03-11T10:59:59Z', '2026-03-11T11:00:00.000Z'],
    ['America/Detroit', '2026-03-11T11:00:00Z', null],
    ['America/Detroit', '2026-03-08T03:00:00Z', '2026-03-08T11:00:00.000Z'],
    ['America/Detroit', '2026-11-01T02:00:00Z', '2026-11-01T12:00:00.000Z'],
    ['America/Phoenix', '2026-07-02T04:00:00Z', '2026-07-02T14:00:00.000Z'],
    ['Pacific/Honolulu', '2026-07-01T18:00:00Z', null],
  ])('Quiet hours in %s at %s last until %s', (zone, now, until) => {
    const found = findQuietHoursEnd(zone, Date.parse(now));
    expect(found === null ? null : new Date(found).toISOString()).toBe(until);
  });
});

describe('the zone of a ZIP', () => {
  let zoneOf: (zipCode: string | null) => string;
  beforeAll(async () => {
    zoneOf = createZoneLookup(await loadGazetteer());
  });

  it.each([
    ['10001', 'America/New_York'],
    ['60619', 'America/Chicago'],
    ['80202', 'America/Denver'],
    ['85004', 'America/Phoenix'],
    ['90001', 'America/Los_Angeles'],
    ['96813', 'Pacific/Honolulu'],
    ['99501', 'America/Anchorage'],
    ['00901', 'America/Puerto_Rico'],
  ])('The zone of the ZIP %s is %s', (zipCode, zone) => {
    expect(zoneOf(zipCode)).toBe(zone);
  });

  it('The zone of a ZIP is the default where the ZIP is unknown', () => {
    expect(zoneOf(null)).toBe('America/New_York');
    expect(zoneOf('00000')).toBe('America/New_York');
  });
});

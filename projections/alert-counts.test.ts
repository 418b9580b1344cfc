import { expect, it } from 'vitest';
import { alertCounts, alertDays } from './alert-counts.ts';
import { toMarchNoon, alertsDelivered, alertsMatched, alertsWithheld } from './testing/example-events.ts';
import { projectView } from './testing/project-view.ts';

it('Alert counts contain the delivered and the pending alerts of a listing', () => {
  const docs = projectView(alertCounts, [
    alertsMatched('l-1', 0, 'a', 'b', 'c'),
    alertsMatched('l-2', 0, 'a'),
    alertsDelivered('l-1', 0, toMarchNoon(2), 'a'),
    alertsMatched('l-1', 1, 'a'),
    alertsDelivered('l-1', 1, toMarchNoon(3), 'a'),
    alertsWithheld('l-1', 0, 'b'),
  ]);
  expect(docs.get('l-1')).toEqual({ id: 'l-1', sent: 2, waiting: 1 });
  expect(docs.get('l-2')).toEqual({ id: 'l-2', sent: 0, waiting: 1 });
});

it('The alerts of a day are those delivered on it, once for each member', () => {
  const docs = projectView(alertDays, [
    alertsDelivered('l-1', 0, toMarchNoon(2), 'a', 'b'),
    alertsDelivered('l-2', 0, toMarchNoon(2), 'a'),
    alertsDelivered('l-2', 1, toMarchNoon(3), 'b'),
  ]);
  expect([...docs.values()]).toEqual([
    { id: '2026-03-02', alertCount: 3 },
    { id: '2026-03-03', alertCount: 1 },
  ]);
});

import { it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { visit } from './decider.ts';
import type { VisitEvent } from './events.ts';

const data = {
  visitId: 'v-1',
  ipAddress: '203.0.113.9',
  userAgent: null,
  state: 'MI',
  city: 'Detroit',
  country: 'USA',
  referrer: null,
};
const recorded: VisitEvent = { type: 'VisitRecorded', data };

it('A visit is recorded', () => {
  given(visit, []).when({ type: 'Record', data }).then([recorded]);
});

it('A visit is recorded only once', () => {
  given(visit, [recorded]).when({ type: 'Record', data }).then([]);
});

it('Visits are forgotten only once', () => {
  const forgottenEvent: VisitEvent = { type: 'VisitsForgotten', data: { ids: ['a', 'b'] } };
  given(visit, [])
    .when({ type: 'Forget', data: { ids: ['a', 'b'] } })
    .then([forgottenEvent]);
  given(visit, [forgottenEvent])
    .when({ type: 'Forget', data: { ids: ['a', 'b'] } })
    .then([]);
});

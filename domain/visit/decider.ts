import type { Decider } from '../decider.ts';
import type { VisitEvent } from './events.ts';

export type VisitCommand = { type: 'Record'; data: VisitEvent['data'] };

/** Stream `visit-<visitId>`: holds one event at most. */
export const visit: Decider<VisitCommand, VisitEvent, { recorded: boolean }> = {
  decide: ({ data }, { recorded }) => (recorded ? [] : [{ type: 'VisitRecorded', data }]),
  evolve: () => ({ recorded: true }),
  initialState: { recorded: false },
};

import type { Decider } from '#domain/shared/decider.ts';
import type { VisitEvent } from './events.ts';

type VisitEventData<Type extends VisitEvent['type']> = Extract<VisitEvent, { type: Type }>['data'];
export type VisitCommand =
  | { type: 'Record'; data: VisitEventData<'VisitRecorded'> }
  | { type: 'Forget'; data: VisitEventData<'VisitsForgotten'> };

/** Each stream holds at most one event. */
export const visit: Decider<VisitCommand, VisitEvent, { recorded: boolean }> = {
  decide: ({ type, data }, { recorded }) => {
    if (recorded) return [];
    return [type === 'Record' ? { type: 'VisitRecorded', data } : { type: 'VisitsForgotten', data }];
  },
  evolve: () => ({ recorded: true }),
  initialState: { recorded: false },
};

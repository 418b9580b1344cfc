import type { Decider } from '#domain/shared/decider.ts';
import type { WorkflowEvent } from './events.ts';

type EventOf<Type extends WorkflowEvent['type']> = Extract<WorkflowEvent, { type: Type }>;
export type WorkflowCommand =
  | { type: 'TakeNote'; data: EventOf<'NoteTaken'>['data'] }
  | { type: 'FinishImport'; data: EventOf<'UsersImported'>['data'] };

/** Each stream holds at most one event. */
export const workflow: Decider<WorkflowCommand, WorkflowEvent, { isWritten: boolean }> = {
  decide: (command, { isWritten }) => {
    if (isWritten) return [];
    const { type, data } = command;
    return [type === 'TakeNote' ? { type: 'NoteTaken', data } : { type: 'UsersImported', data }];
  },
  evolve: () => ({ isWritten: true }),
  initialState: { isWritten: false },
};

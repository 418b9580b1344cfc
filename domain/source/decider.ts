import type { Decider } from '#domain/shared/decider.ts';
import type { FailureKind } from './contract.ts';
import type { SourceEvent } from './events.ts';

export type SourceCommand =
  | { type: 'Pause'; data: { sourceId: string } }
  | { type: 'Resume'; data: { sourceId: string } }
  | { type: 'Alarm'; data: { sourceId: string; trouble: FailureKind; problem: string } }
  | { type: 'AllClear'; data: { sourceId: string } };

export type Source = { isPaused: boolean; isFailing: boolean };

/** Stream `source-<sourceId>`: paused and resumed by admins; one alarm for each outage, however long it lasts. */
export const source: Decider<SourceCommand, SourceEvent, Source> = {
  decide,
  evolve,
  initialState: { isPaused: false, isFailing: false },
};

function decide(command: SourceCommand, { isPaused, isFailing }: Source): SourceEvent[] {
  switch (command.type) {
    case 'Pause':
      return isPaused ? [] : [{ type: 'SourcePaused', data: command.data }];
    case 'Resume':
      return isPaused ? [{ type: 'SourceResumed', data: command.data }] : [];
    case 'Alarm':
      // A paused source raises no alarm.
      return isPaused || isFailing ? [] : [{ type: 'SourceFailing', data: command.data }];
    case 'AllClear':
      return isFailing ? [{ type: 'SourceRecovered', data: command.data }] : [];
  }
}

function evolve(state: Source, { type }: SourceEvent): Source {
  switch (type) {
    case 'SourcePaused':
      return { ...state, isPaused: true };
    case 'SourceResumed':
      return { ...state, isPaused: false };
    case 'SourceFailing':
      return { ...state, isFailing: true };
    case 'SourceRecovered':
      return { ...state, isFailing: false };
  }
}

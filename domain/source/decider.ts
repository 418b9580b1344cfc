import { type Decider, Rejected } from '#domain/shared/decider.ts';
import type { FailureKind } from './contract.ts';
import type { SourceEvent } from './events.ts';

type FeedData = { sourceId: string; feedId: string };
/** `replaces`: the description that the change was made from. */
type FeedCommand =
  | { type: 'AddFeed'; data: FeedData }
  | { type: 'ChangeFeed'; data: FeedData; replaces: string }
  | { type: 'RemoveFeed'; data: { sourceId: string } };
export type SourceCommand =
  | FeedCommand
  | { type: 'Pause'; data: { sourceId: string } }
  | { type: 'Resume'; data: { sourceId: string } }
  | { type: 'Alarm'; data: { sourceId: string; trouble: FailureKind; problem: string } }
  | { type: 'AllClear'; data: { sourceId: string } };

/** `feedId`: the description of the feed that was saved here; null for all other sources. */
export type Source = { isPaused: boolean; isFailing: boolean; feedId: string | null };

const initialState: Source = { isPaused: false, isFailing: false, feedId: null };

/**
 * Stream `source-<sourceId>`: paused and resumed by admins; one alarm for each outage, however long it lasts; for a feed
 * that admins save, its descriptions.
 */
export const source: Decider<SourceCommand, SourceEvent, Source> = {
  decide,
  evolve,
  initialState,
};

function decide(command: SourceCommand, state: Source): SourceEvent[] {
  const { isPaused, isFailing } = state;
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
    default:
      return decideFeed(command, state);
  }
}

function decideFeed(command: FeedCommand, { feedId }: Source): SourceEvent[] {
  switch (command.type) {
    case 'AddFeed':
      if (feedId !== null) throw new Rejected('feed-exists');
      return [{ type: 'FeedAdded', data: command.data }];
    case 'ChangeFeed':
      if (feedId !== command.replaces) throw new Rejected('feed-changed');
      return [{ type: 'FeedChanged', data: command.data }];
    case 'RemoveFeed':
      return feedId === null ? [] : [{ type: 'FeedRemoved', data: command.data }];
  }
}

function evolve(state: Source, { type, data }: SourceEvent): Source {
  switch (type) {
    case 'FeedAdded':
    case 'FeedChanged':
      return { ...state, feedId: data.feedId };
    case 'FeedRemoved':
      return initialState;
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

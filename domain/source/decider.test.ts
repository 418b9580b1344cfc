import { describe, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { source } from './decider.ts';
import type { SourceEvent } from './events.ts';

const data = { sourceId: 'county' };
const paused: SourceEvent = { type: 'SourcePaused', data };
const resumed: SourceEvent = { type: 'SourceResumed', data };
const trouble = { ...data, trouble: 'failures' as const, problem: 'The source answered with status 500' };
const failing: SourceEvent = { type: 'SourceFailing', data: trouble };
const recovered: SourceEvent = { type: 'SourceRecovered', data };

const added: SourceEvent = { type: 'FeedAdded', data: { ...data, feedId: 'f1' } };
const changed: SourceEvent = { type: 'FeedChanged', data: { ...data, feedId: 'f2' } };
const removed: SourceEvent = { type: 'FeedRemoved', data };

describe('AddFeed, ChangeFeed and RemoveFeed', () => {
  const add = { type: 'AddFeed', data: { ...data, feedId: 'f1' } } as const;
  const change = (replaces: string) => ({ type: 'ChangeFeed', data: { ...data, feedId: 'f2' }, replaces }) as const;

  it('An AddFeed command adds a feed under a name that no feed has', () => {
    given(source, []).when(add).then([added]);
    given(source, [added]).when(add).thenRejects('feed-exists');
    given(source, [added, removed]).when(add).then([added]);
  });

  it('A ChangeFeed command replaces the description that it was made from, and no other', () => {
    given(source, [added]).when(change('f1')).then([changed]);
    given(source, [added, changed]).when(change('f1')).thenRejects('feed-changed');
    given(source, []).when(change('f1')).thenRejects('feed-changed');
  });

  it('A RemoveFeed command removes a feed once, with its pause and its alarm', () => {
    given(source, [added]).when({ type: 'RemoveFeed', data }).then([removed]);
    given(source, [added, removed]).when({ type: 'RemoveFeed', data }).then([]);
    given(source, [added, failing, paused, removed]).when({ type: 'Alarm', data: trouble }).then([failing]);
  });
});

describe('Pause and Resume', () => {
  it('A Pause command pauses a source once', () => {
    given(source, []).when({ type: 'Pause', data }).then([paused]);
    given(source, [paused]).when({ type: 'Pause', data }).then([]);
    given(source, [paused, resumed]).when({ type: 'Pause', data }).then([paused]);
  });

  it('A Resume command resumes a paused source', () => {
    given(source, [paused]).when({ type: 'Resume', data }).then([resumed]);
    given(source, []).when({ type: 'Resume', data }).then([]);
    given(source, [paused, resumed]).when({ type: 'Resume', data }).then([]);
  });
});

describe('Alarm', () => {
  it('An Alarm command raises one alarm for an outage, however often it is seen', () => {
    given(source, []).when({ type: 'Alarm', data: trouble }).then([failing]);
    given(source, [failing]).when({ type: 'Alarm', data: trouble }).then([]);
    given(source, [failing])
      .when({ type: 'Alarm', data: { ...trouble, trouble: 'silence', problem: 'Silent' } })
      .then([]);
  });

  it('An Alarm command raises an alarm for the next outage', () => {
    given(source, [failing, recovered]).when({ type: 'Alarm', data: trouble }).then([failing]);
  });

  it('An Alarm command raises no alarm for a paused source', () => {
    given(source, [paused]).when({ type: 'Alarm', data: trouble }).then([]);
    given(source, [paused, resumed]).when({ type: 'Alarm', data: trouble }).then([failing]);
  });

  it('An Alarm command is not repeated when the source is paused during the outage', () => {
    given(source, [failing, paused, resumed]).when({ type: 'Alarm', data: trouble }).then([]);
  });
});

describe('AllClear', () => {
  it('An AllClear command ends an outage, and nothing else', () => {
    given(source, [failing]).when({ type: 'AllClear', data }).then([recovered]);
    given(source, [failing, paused]).when({ type: 'AllClear', data }).then([recovered]);
    given(source, []).when({ type: 'AllClear', data }).then([]);
    given(source, [failing, recovered]).when({ type: 'AllClear', data }).then([]);
  });
});

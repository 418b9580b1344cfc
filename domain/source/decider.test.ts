import { describe, it } from 'vitest';
import { given } from '#domain/shared/testing/given.ts';
import { source } from './decider.ts';
import type { SourceEvent } from './events.ts';

const data = { sourceId: 'county' };
const paused: SourceEvent = { type: 'SourcePaused', data };
const resumed: SourceEvent = { type: 'SourceResumed', data };
const trouble = { ...data, trouble: 'failures' as const, problem: 'The source answered with status 500' };
const failing: SourceEvent = { type: 'SourceFailing', data: trouble };
const recovered: SourceEvent = { type: 'SourceRecovered', data };

describe('Pause and Resume', () => {
  it('pauses a source once', () => {
    given(source, []).when({ type: 'Pause', data }).decides([paused]);
    given(source, [paused]).when({ type: 'Pause', data }).decides([]);
    given(source, [paused, resumed]).when({ type: 'Pause', data }).decides([paused]);
  });

  it('resumes what is paused', () => {
    given(source, [paused]).when({ type: 'Resume', data }).decides([resumed]);
    given(source, []).when({ type: 'Resume', data }).decides([]);
    given(source, [paused, resumed]).when({ type: 'Resume', data }).decides([]);
  });
});

describe('Alarm', () => {
  it('tells of an outage once, however often it is seen', () => {
    given(source, []).when({ type: 'Alarm', data: trouble }).decides([failing]);
    given(source, [failing]).when({ type: 'Alarm', data: trouble }).decides([]);
    given(source, [failing])
      .when({ type: 'Alarm', data: { ...trouble, trouble: 'silence', problem: 'Silent' } })
      .decides([]);
  });

  it('tells of the next outage again', () => {
    given(source, [failing, recovered]).when({ type: 'Alarm', data: trouble }).decides([failing]);
  });

  it('does not tell of a paused source', () => {
    given(source, [paused]).when({ type: 'Alarm', data: trouble }).decides([]);
    given(source, [paused, resumed]).when({ type: 'Alarm', data: trouble }).decides([failing]);
  });

  it('is not repeated by a pause amid the outage', () => {
    given(source, [failing, paused, resumed]).when({ type: 'Alarm', data: trouble }).decides([]);
  });
});

describe('AllClear', () => {
  it('ends an outage, and nothing else', () => {
    given(source, [failing]).when({ type: 'AllClear', data }).decides([recovered]);
    given(source, [failing, paused]).when({ type: 'AllClear', data }).decides([recovered]);
    given(source, []).when({ type: 'AllClear', data }).decides([]);
    given(source, [failing, recovered]).when({ type: 'AllClear', data }).decides([]);
  });
});

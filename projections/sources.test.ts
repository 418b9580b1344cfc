import { describe, expect, it } from 'vitest';
import { sources } from './sources.ts';
import { type Fact, projectView } from './testing/project-view.ts';

const data = { sourceId: 'county' };
const after = (...facts: Fact[]) => projectView(sources, facts).get('county');
const problem = 'The source answered with status 500';
const failing: Fact = { type: 'SourceFailing', data: { ...data, trouble: 'failures', problem } };

const feed = (type: 'FeedAdded' | 'FeedChanged', feedId: string): Fact => ({ type, data: { ...data, feedId } });

describe('the state of a source', () => {
  it('The state of a source names the description of a saved feed, and is gone when the feed is removed', () => {
    expect(after(feed('FeedAdded', 'f1'))).toMatchObject({ feedId: 'f1', paused: null });
    expect(after(failing, feed('FeedAdded', 'f1'), feed('FeedChanged', 'f2'))).toMatchObject({ feedId: 'f2' });
    expect(after(feed('FeedAdded', 'f1'), failing, { type: 'FeedRemoved', data })).toBeUndefined();
    expect(after({ type: 'SourcePaused', data })).toMatchObject({ feedId: null });
  });

  it('The state of a source contains the user who paused it, until it is resumed', () => {
    const paused: Fact = { type: 'SourcePaused', data, actor: 'root' };
    expect(after(paused)).toMatchObject({ paused: { by: 'root', at: '2026-03-01T12:00:00.000Z' }, alarm: null });
    expect(after(paused, { type: 'SourceResumed', data })).toMatchObject({
      paused: null,
      resumedAt: '2026-03-01T12:01:00.000Z',
    });
  });

  it('The state of a source contains the alarm, until the source has recovered', () => {
    expect(after(failing)).toMatchObject({ alarm: { trouble: 'failures', problem, at: '2026-03-01T12:00:00.000Z' } });
    expect(after(failing)?.alarm?.id).toEqual(expect.any(String));
    expect(after(failing, { type: 'SourcePaused', data })?.alarm).not.toBeNull();
    expect(after(failing, { type: 'SourceRecovered', data })?.alarm).toBeNull();
  });
});

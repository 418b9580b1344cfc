import { describe, expect, it } from 'vitest';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import { createPictureAdapter, type PictureContent } from './picture-adapter.ts';
import { PictureGone } from './picture-fetcher.ts';
import { UnreadablePicture } from './picture-format.ts';

const unused = () => Promise.reject(new Error('not expected'));
const adapter = createPictureAdapter({
  views: { get: unused, getMany: unused, list: unused, count: unused, countBy: unused },
  pictures: { listOf: unused, show: unused, add: unused },
  openFetcher: unused,
  allowsPrivate: () => false,
  clock: () => new Date(),
  backoffMs: [10, 20],
});
// No other field is looked at.
const tried = (attempts: number) => ({ attempts }) as OutboxItem<PictureContent>;

describe('a picture that could not be had', () => {
  it('A picture that could not be had is tried again, and dropped without a dead letter in the end', () => {
    const failed = new Error('The source answered with status 503');
    expect(adapter.classifyFailure(failed, tried(1))).toEqual({ kind: 'retry', reason: failed.message });
    expect(adapter.classifyFailure(failed, tried(2))).toEqual({ kind: 'gone' });
  });

  it('A picture that could not be had is dropped at once where it is missing or no picture', () => {
    for (const error of [new PictureGone(404), new UnreadablePicture('Damaged')])
      expect(adapter.classifyFailure(error, tried(0))).toEqual({ kind: 'gone' });
  });
});

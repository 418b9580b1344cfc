import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Position } from '#domain/shared/decider.ts';
import { createProgressTracker } from './progress-tracker.ts';

const at = (position: number) => position as Position;

describe('readers that wait for the views', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const isDone = async (promise: Promise<unknown>) => {
    let done = false;
    void promise.then(() => (done = true));
    await Promise.resolve();
    return () => done;
  };

  it('Readers that wait for the views continue when their position is applied, and not before', async () => {
    const views = createProgressTracker();
    const five = await isDone(views.waitForProjections(at(5)));
    const seven = await isDone(views.waitForProjections(at(7)));
    views.recordApplied(at(6));
    await vi.advanceTimersByTimeAsync(0);
    expect([five(), seven()]).toEqual([true, false]);
    views.recordApplied(at(7));
    await vi.advanceTimersByTimeAsync(0);
    expect(seven()).toBe(true);
  });

  it('Readers that wait for the views need not wait for a position that is applied already', async () => {
    const views = createProgressTracker();
    views.recordApplied(at(5));
    await views.waitForProjections(at(5));
    expect(views.position()).toBe(5);
  });

  it('Readers that wait for the views wait while the views are built, whatever was read so far', async () => {
    const views = createProgressTracker();
    views.recordRead(at(9));
    const five = await isDone(views.waitForProjections(at(5)));
    await vi.advanceTimersByTimeAsync(100);
    expect(five()).toBe(false);
    expect(views.position()).toBe(9);
  });

  it('Readers that wait for some of the views continue when each of these has reached the position', async () => {
    const views = createProgressTracker();
    const five = await isDone(views.waitForProjections(at(5), ['users', 'listings']));
    views.recordCheckpoints(new Map([['users', at(5)]]));
    await vi.advanceTimersByTimeAsync(100);
    expect(five()).toBe(false);
    views.recordCheckpoints(new Map([['users', at(5)]]).set('listings', at(6)));
    await vi.advanceTimersByTimeAsync(100);
    expect(five()).toBe(true);
  });

  it('Readers that wait for the views continue after two seconds at the latest', async () => {
    const five = await isDone(createProgressTracker().waitForProjections(at(5)));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(five()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(five()).toBe(true);
  });
});

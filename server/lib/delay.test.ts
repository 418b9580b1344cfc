import { expect, it } from 'vitest';
import { countYields } from '#server/testing/count-yields.ts';
import { createTimer, delay, withTimeout, yieldToEventLoop, mapWithYields } from './delay.ts';

const never = new Promise<string>(() => undefined);

it('A delay ends early when it is stopped', async () => {
  const stopped = new AbortController();
  const waiting = delay(3_600_000, stopped.signal);
  stopped.abort();
  await waiting;
});

it('Work that takes too long gives another result, or an error', async () => {
  expect(await withTimeout(Promise.resolve('in time'), 3_600_000, () => 'late')).toBe('in time');
  expect(await withTimeout(never, 1, () => 'late')).toBe('late');
  const refused = withTimeout(never, 1, () => {
    throw new Error('too late');
  });
  await expect(refused).rejects.toThrow('too late');
});

it('An error of work in time is thrown, and one that comes too late is ignored', async () => {
  await expect(withTimeout(Promise.reject(new Error('no')), 3_600_000, () => null)).rejects.toThrow('no');
  const late = Promise.withResolvers<never>();
  expect(await withTimeout(late.promise, 1, () => 'late')).toBe('late');
  late.reject(new Error('later'));
});

it('A timer that is started again calls once, and one that is stopped never', async () => {
  const calls: string[] = [];
  const restarted = createTimer(() => calls.push('restarted'));
  const stopped = createTimer(() => calls.push('stopped'));
  for (const timer of [restarted, restarted, stopped]) timer.start(1);
  stopped.stop();
  expect([restarted.isRunning(), stopped.isRunning()]).toEqual([true, false]);
  const last = Promise.withResolvers<null>();
  // Timers of the same length end in the order in which they were started.
  createTimer(() => last.resolve(null)).start(1);
  await last.promise;
  expect([calls, restarted.isRunning()]).toEqual([['restarted'], false]);
});

it('Of several that yield to the event loop, one continues in each of its turns', async () => {
  let turn = 0;
  let isOver = false;
  const countTurns = () => {
    turn += 1;
    if (!isOver) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const continued: number[] = [];
  const work = async () => {
    for (let n = 0; n < 5; n += 1) {
      await yieldToEventLoop();
      continued.push(turn);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  isOver = true;
  expect(new Set(continued).size).toBe(20);
});

it('Other work runs while a long list is mapped', async () => {
  const spin = (ms: number, index: number) => {
    for (const until = performance.now() + ms; performance.now() < until; );
    return index;
  };
  const { result, yields } = await countYields(() => mapWithYields([10, 10, 10, 10], spin));
  expect(result).toEqual([0, 1, 2, 3]);
  expect(yields).toBeGreaterThanOrEqual(3);
});

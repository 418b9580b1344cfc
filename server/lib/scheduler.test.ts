import { pino } from 'pino';
import { expect, it } from 'vitest';
import { repeatUntilStopped, runEvery } from './scheduler.ts';

function startCounted(work: (run: number) => unknown, ready?: Promise<unknown>) {
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => logged.push(line) });
  let runs = 0;
  const schedule = runEvery({
    work: () => work((runs += 1)),
    intervalMs: 1,
    ...(ready && { ready }),
    log,
    failureMessage: 'Failed to work',
  });
  return { ...schedule, logged, runs: () => runs };
}

it('A schedule runs again and again, and never twice at the same time', async () => {
  const [first, third] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  let [current, most] = [0, 0];
  const { stop } = startCounted(async (run) => {
    most = Math.max(most, (current += 1));
    if (run === 1) await first.promise;
    current -= 1;
    if (run === 3) third.resolve(null);
  });
  first.resolve(null);
  await third.promise;
  await stop();
  expect(most).toBe(1);
});

it('A schedule logs a run that failed, and goes on', async () => {
  const second = Promise.withResolvers<null>();
  const { stop, logged } = startCounted((run) => {
    if (run === 1) throw new Error('no');
    second.resolve(null);
  });
  await second.promise;
  await stop();
  expect(logged).toEqual([expect.stringContaining('"message":"no"')]);
  expect(logged[0]).toContain('"msg":"Failed to work"');
});

it('A schedule that is stopped waits for the current run, and begins no other', async () => {
  const [begun, inHand] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  let hasEnded = false;
  const { stop, runs } = startCounted(async () => {
    begun.resolve(null);
    await inHand.promise;
    hasEnded = true;
  });
  await begun.promise;
  const stopped = stop();
  inHand.resolve(null);
  await stopped;
  expect([hasEnded, runs()]).toEqual([true, 1]);
});

it('A schedule waits until it is ready, and can be stopped before', async () => {
  const waiting = startCounted(() => null, new Promise(() => undefined));
  await waiting.stop();
  expect(waiting.runs()).toBe(0);
});

it('A schedule runs although it could not become ready', async () => {
  const begun = Promise.withResolvers<null>();
  const { stop } = startCounted(() => begun.resolve(null), Promise.reject(new Error('not ready')));
  await begun.promise;
  await stop();
});

it('Work is repeated until it is stopped or done, and its error is thrown', async () => {
  const stopped = new AbortController();
  let runs = 0;
  const work = async () => {
    await Promise.resolve();
    runs += 1;
    if (runs === 3) stopped.abort();
  };
  await repeatUntilStopped(new AbortController().signal, work, () => runs === 2);
  expect(runs).toBe(2);
  await repeatUntilStopped(stopped.signal, work);
  expect(runs).toBe(3);
  const failing = repeatUntilStopped(new AbortController().signal, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
});

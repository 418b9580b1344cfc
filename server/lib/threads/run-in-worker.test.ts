import { describe, expect, it } from 'vitest';
import { runInWorker } from './run-in-worker.ts';

const createProgram = (code: string) =>
  new URL(`data:text/javascript,import { parentPort } from 'node:worker_threads'; ${encodeURIComponent(code)}`);

describe('a thread that reports', () => {
  const run = (code: string, stopped = new AbortController()) => {
    const messages: unknown[] = [];
    const onMessage = (message: unknown) => {
      messages.push(message);
      if (message === 'stop') stopped.abort();
    };
    const ended = runInWorker(createProgram(code), { workerData: null, onMessage, stopped: stopped.signal });
    return { messages, ended };
  };

  it('All messages of a thread have come when it has ended', async () => {
    const { messages, ended } = run('for (const n of [1, 2, 3]) parentPort.postMessage(n)');
    await ended;
    expect(messages).toEqual([1, 2, 3]);
  });

  it('The error of a thread is thrown', async () => {
    await expect(run('throw new Error("no")').ended).rejects.toThrow('no');
  });

  it('A thread ends when it is stopped, also before it has begun', async () => {
    await run('parentPort.postMessage("stop"); for (;;);').ended;
    const stopped = new AbortController();
    stopped.abort();
    await run('for (;;);', stopped).ended;
  });
});

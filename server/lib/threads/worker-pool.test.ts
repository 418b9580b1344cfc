import { expect, it } from 'vitest';
import { createWorkerPool } from './worker-pool.ts';

const library = new URL('run-in-worker.ts', import.meta.url).href;
const createPool = (code: string, cpuLimitMs = 60_000) =>
  createWorkerPool<number>(
    new URL(
      `data:text/javascript,import { answerMessages } from '${library}'; let calls = 0; answerMessages(async (n) => { calls += 1; ${encodeURIComponent(code)} });`,
    ),
    { size: 1, resourceLimits: { maxOldGenerationSizeMb: 16 }, cpuLimitMs, fallback: -1 },
  );

it('A pool answers each message, by a thread that it keeps', async () => {
  const count = createPool('return n * 10 + calls');
  expect(await Promise.all([1, 2, 3].map((n) => count(n)))).toEqual([11, 22, 33]);
});

it.each([
  ['fails', 'throw new Error()', 60_000],
  ['works too long', 'for (;;);', 2_000],
  ['takes too much memory', 'const all = []; for (;;) all.push([...all])', 60_000],
])('A thread of a pool that %s is replaced by another', async (_, fault, cpuLimitMs) => {
  const count = createPool(`if (n === 2) { ${fault} } return n * 10 + calls`, cpuLimitMs);
  expect(await count(1)).toBe(11);
  expect(await count(2)).toBe(-1);
  expect(await count(3)).toBe(31);
});

it('A thread of a pool that a busy machine lets wait is not replaced', async () => {
  const count = createPool('await new Promise((resolve) => setTimeout(resolve, 2_000)); return n * 10 + calls', 1_000);
  expect(await count(1)).toBe(11);
});

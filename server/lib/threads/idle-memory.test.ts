import { expect, test } from 'vitest';
import { collectGarbage, createIdleCollector, type ProcessUsage } from './idle-memory.ts';

const MB = 2 ** 20;

function createProcess() {
  const usage: ProcessUsage = { at: 0, cpuMs: 0, heapTotal: 120 * MB, heapUsed: 40 * MB };
  const collections: number[] = [];
  const collectWhenIdle = createIdleCollector(
    () => ({ ...usage }),
    () => {
      collections.push(usage.at);
      usage.heapTotal = 50 * MB;
    },
  );
  // There is no time yet in which it could have been idle.
  collectWhenIdle();
  const pass = (change: Partial<ProcessUsage>) => {
    Object.assign(usage, { at: usage.at + 10_000 }, change);
    collectWhenIdle();
  };
  return { usage, collections, pass };
}

test('An idle process collects garbage once, and again after its heap has grown', () => {
  const { usage, collections, pass } = createProcess();
  pass({ heapTotal: 120 * MB, cpuMs: 400 });
  expect(collections).toEqual([10_000]);
  pass({ heapTotal: 65 * MB });
  expect(collections).toEqual([10_000]);
  pass({ heapTotal: 66 * MB, cpuMs: usage.cpuMs + 400 });
  expect(collections).toEqual([10_000, 30_000]);
});

test('A process that works, or that needs much memory, collects when V8 decides to', () => {
  const { usage, collections, pass } = createProcess();
  pass({ heapTotal: 120 * MB, cpuMs: 600 });
  pass({ cpuMs: 1200 });
  pass({ heapUsed: 101 * MB });
  expect(collections).toEqual([]);
  pass({ heapUsed: 99 * MB, cpuMs: usage.cpuMs });
  expect(collections).toEqual([40_000]);
  pass({ heapTotal: 120 * MB, cpuMs: usage.cpuMs + 600 });
  expect(collections).toEqual([40_000]);
});

test('A collection returns memory that nothing needs any more', () => {
  let lists: object[][] | null = Array.from({ length: 100 }, () => Array.from({ length: 10_000 }, (_, n) => ({ n })));
  const used = process.memoryUsage().heapTotal;
  expect(lists).toHaveLength(100);
  lists = null;
  collectGarbage();
  expect(used - process.memoryUsage().heapTotal).toBeGreaterThan(10 * MB);
});

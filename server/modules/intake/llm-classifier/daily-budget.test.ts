import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteDocuments } from '#projections/store/sqlite/sqlite.ts';
import { countCallsToday, createDailyBudget } from './daily-budget.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'limits-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('The daily budget of the model is one for all processes, and new on the next day', async () => {
  let now = new Date('2026-03-01T12:00:00.000Z');
  const clock = () => now;
  const documents = openSqliteDocuments(join(folder, 'vault.sqlite'), { now: () => now.getTime() });
  const processes = [1, 2].map(() => createDailyBudget(documents, clock, 5));
  const spendTwenty = async () => {
    const calls = Array.from({ length: 10 }, () => processes.map(({ spend }) => spend()));
    return (await Promise.all(calls.flat())).filter(Boolean).length;
  };
  expect([await spendTwenty(), await countCallsToday(documents, clock)]).toEqual([5, 5]);
  now = new Date('2026-03-02T00:00:00.000Z');
  expect(await spendTwenty()).toBe(5);
  await documents.close();
});

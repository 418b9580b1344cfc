import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import type { StoredEvent } from '../port.ts';
import { openSqliteEventStore } from './sqlite.ts';

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
});

/** Ids that the writers received as durable, until `kill -9` after about this many of them. */
async function acknowledgedUntilKilled(file: string, after: number): Promise<string[]> {
  const script = new URL('../testing/append.ts', import.meta.url).pathname;
  const writers = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(writers, 'close');
  const acknowledged: string[] = [];
  for await (const line of createInterface(writers.stdout)) {
    if (acknowledged.push(line) === after) writers.kill('SIGKILL');
  }
  await ended;
  return acknowledged.filter((id) => id.length === 36);
}

function revisionsOf(events: StoredEvent[]): number[][] {
  const streams = Map.groupBy(events, ({ stream }) => stream);
  return [...streams.values()].map((ofStream) => ofStream.map(({ revision }) => revision));
}

it('The log in a file loses no acknowledged event to kill -9, and writes no append partially', async () => {
  const file = join(folder, 'events.sqlite');
  const acknowledged: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    acknowledged.push(...(await acknowledgedUntilKilled(file, 1 + Math.floor(Math.random() * 2_000))));

    const store = openSqliteEventStore(file);
    const events = await store.readAll(startPosition, 1_000_000);
    const found = new Set(events.map(({ id }) => id));
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
    for (const revisions of revisionsOf(events)) {
      expect(revisions).toEqual(revisions.map((_, n) => n));
      expect(revisions.length % 3).toBe(0);
    }
    await store.close();
  }
});

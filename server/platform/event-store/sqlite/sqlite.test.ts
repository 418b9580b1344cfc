import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Metadata, startPosition } from '#domain/shared/decider.ts';
import { StoreDamaged, StoreUnavailable } from '#projections/store/port.ts';
import { countYields } from '#server/testing/count-yields.ts';
import { findFileDamage } from '#projections/store/sqlite/file/check-file.ts';
import { damageIndex } from '#projections/store/testing/damage-index.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { describeEventStore } from '../suite/event-store.suite.ts';
import { noStream } from '../port.ts';
import { openSqliteEventStore } from './sqlite.ts';

const by: Metadata = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };
const one = () => [{ id: randomUUID(), type: 'Happened', data: { n: 1 } }];

let folder: string;
let file: string;
beforeEach(() => {
  folder = createTestFolder();
  file = join(folder, 'events.sqlite');
});

describeEventStore('The log in SQLite', () => Promise.resolve(openSqliteEventStore(file)));

describe('the log in a file', () => {
  it('The log in a file begins empty', async () => {
    const store = openSqliteEventStore(file);
    expect(await store.head()).toBe(startPosition);
    expect(await store.readAll(startPosition, 10)).toEqual([]);
    expect(await store.readAllBackwards(null, 10)).toEqual([]);
    await store.close();
  });

  it('The log in a file is readable by its owner only', async () => {
    const store = openSqliteEventStore(file);
    await store.append('s', one(), noStream, by);
    for (const part of ['', '-wal']) expect(statSync(file + part).mode & 0o777).toBe(0o600);
    await store.close();
  });

  it('The log in a file reads beyond texts that are no JSON, whose words are in no message', async () => {
    const store = openSqliteEventStore(file);
    for (const n of [-1, 0, 1]) await store.append('s', one(), n, by);
    const database = new DatabaseSync(file);
    database.exec(`UPDATE events SET data = '{"email":"ann@x.com', metadata = 'none' WHERE revision = 1`);
    database.close();
    const { events } = await store.read('s');
    expect(events.map(({ damage }) => damage?.part)).toEqual([undefined, 'data', undefined]);
    expect(events[1]).toMatchObject({ data: '{"email":"ann@x.com', damage: { metadata: 'none' } });
    expect(events[1]?.damage?.problem).not.toContain('ann');
    await store.close();
  });

  it('The log in a file keeps everything over a restart, also for retries', async () => {
    const first = openSqliteEventStore(file);
    const events = one();
    const appended = await first.append('s', events, noStream, by);
    await first.close();

    const second = openSqliteEventStore(file);
    expect((await second.read('s')).events).toHaveLength(1);
    expect(await second.append('s', events, noStream, by)).toEqual(appended);
    expect((await second.append('s', one(), 0, by)).position).toBe(appended.position + 1);
    await second.close();
  });

  it('The log in a file lets other work run between the pages of a long stream', async () => {
    const store = openSqliteEventStore(file);
    const events = Array.from({ length: 2_500 }, () => one()).flat();
    await store.append('s', events, noStream, by);
    const { result, yields } = await countYields(() => store.read('s', 1));
    expect(result.events.map(({ id }) => id)).toEqual(events.slice(1).map(({ id }) => id));
    expect(result.revision).toBe(2_499);
    expect(yields).toBeGreaterThanOrEqual(4);
    await store.close();
  });

  it('The log in a file writes pending appends before it closes', async () => {
    const first = openSqliteEventStore(file);
    const asked = Array.from({ length: 700 }, (_, n) => first.append(`s-${n}`, one(), noStream, by));
    await Promise.all([first.close(), ...asked]);
    const second = openSqliteEventStore(file);
    expect(await second.readAll(startPosition, 1_000)).toHaveLength(700);
    await second.close();
  });

  it('The log in a file can be read while another process writes it', async () => {
    const writer = openSqliteEventStore(file);
    const reader = openSqliteEventStore(file, { readOnly: true });
    await writer.append('s', one(), noStream, by);
    expect((await reader.read('s')).events).toHaveLength(1);
    await expect(reader.append('s', one(), 0, by)).rejects.toBeInstanceOf(StoreUnavailable);
    await reader.close();
    await writer.close();
  });

  it('The log in a file is unavailable while another process locks it, and works again afterwards', async () => {
    const store = openSqliteEventStore(file);
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    const events = one();
    await expect(store.append('s', events, noStream, by)).rejects.toBeInstanceOf(StoreUnavailable);
    other.exec('ROLLBACK');
    expect((await store.append('s', events, noStream, by)).revision).toBe(0);
    other.close();
    await store.close();
  });

  it('The log in a file is unhealthy from a refused write until one succeeds, without an append', async () => {
    const store = openSqliteEventStore(file);
    await store.checkHealth?.();
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    await expect(store.append('s', one(), noStream, by)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.checkHealth?.()).rejects.toBeInstanceOf(StoreUnavailable);
    other.exec('ROLLBACK');
    await store.checkHealth?.();
    other.close();
    await store.close();
  });

  it('The log in a file is unhealthy once a damaged index was met, until it is opened again', async () => {
    const store = openSqliteEventStore(file);
    for (let n = 0; n < 300; n += 1) await store.append(`s-${n}`, one(), noStream, by);
    damageIndex(file, 'events_of_stream');
    await expect(store.read('s-1')).rejects.toBeInstanceOf(StoreDamaged);
    expect(await store.head()).toBe(300);
    await expect(store.checkHealth?.()).rejects.toBeInstanceOf(StoreDamaged);
    expect(findFileDamage(file)).toContain('events.sqlite is damaged');
    await store.close();
  });

  it('The log in a file acknowledges nothing that a full disk did not store, and stays readable', async () => {
    const script = new URL('../testing/fill.ts', import.meta.url).pathname;
    const limited = `trap '' XFSZ; ulimit -f 600; exec "$0" "$@"`;
    const child = spawn('sh', ['-c', limited, process.execPath, script, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const outcome = JSON.parse(await text(child.stdout)) as Record<string, unknown>;
    expect(outcome).toMatchObject({ error: 'StoreUnavailable', health: 'StoreUnavailable', allThere: true });
    expect(outcome['acknowledged']).toBeGreaterThan(0);
  });
});

describe('a file that is no log', () => {
  const opening = () => openSqliteEventStore(file);
  const filled = async () => {
    const store = openSqliteEventStore(file);
    for (let n = 0; n < 50; n += 1)
      await store.append(`s-${n}`, [{ ...one()[0], data: 'x'.repeat(500) } as never], noStream, by);
    await store.close();
  };

  it('A file that is no log is detected: garbage', () => {
    writeFileSync(file, 'rubbish '.repeat(1_000));
    expect(opening).toThrow(StoreDamaged);
    expect(opening).toThrow('events.sqlite is damaged');
  });

  it('A file that is no log is detected: truncated', async () => {
    await filled();
    truncateSync(file, 8_192);
    expect(opening).toThrow(StoreDamaged);
  });

  it('A file that is no log is detected: overwritten in the middle', async () => {
    await filled();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA journal_mode = DELETE');
    database.close();
    const size = statSync(file).size;
    const bytes = Buffer.alloc(size - 8_192, 0xab);
    const { openSync, writeSync, closeSync } = await import('node:fs');
    const handle = openSync(file, 'r+');
    writeSync(handle, bytes, 0, bytes.length, 8_192);
    closeSync(handle);
    expect(opening).toThrow(StoreDamaged);
  });

  it('A file that is no log is detected: of another version', () => {
    const database = new DatabaseSync(file);
    database.exec('CREATE TABLE events (x); PRAGMA user_version = 99');
    database.close();
    expect(opening).toThrow('laid out as version 99, and this program knows version 1 alone');
  });

  it('A file that is no log is detected: of another program', () => {
    const database = new DatabaseSync(file);
    database.exec('CREATE TABLE songs (x)');
    database.close();
    expect(opening).toThrow(StoreDamaged);
  });
});

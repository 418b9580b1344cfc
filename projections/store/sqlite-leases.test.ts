import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { start } from '#domain/decider.ts';
import { describeLeases } from './contract-leases.ts';
import { openSqliteFile } from './sqlite-file.ts';
import { generationsIn, generationTables, tableOf, writerOf } from './sqlite-generations.ts';
import { leasesIn, leaseTables } from './sqlite-leases.ts';
import { docOf } from './sqlite-reader.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leases-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describeLeases('The view store in SQLite', () => {
  const tables = `${generationTables}; ${leaseTables}`;
  const database = openSqliteFile(join(folder, 'views.sqlite'), { version: 1, synchronous: 'NORMAL', tables });
  const asked = <T>(work: () => T) => new Promise<T>((resolve) => resolve(work()));
  const generations = generationsIn(database);
  const write = writerOf(database, (text) => database.prepare(text));
  const { acquire, renew, release, check } = leasesIn(database);

  return Promise.resolve({
    leases: {
      acquire: (name, owner, ttl) => asked(() => acquire(name, owner, ttl)),
      renew: (lease, ttl) => asked(() => renew(lease, ttl)),
      release: (lease) => asked(() => release(lease)),
    },
    prepare: (declaration, generation) => asked(() => generations.prepare(declaration, generation)),
    apply: (batch, fence) =>
      asked(() => {
        if (fence) check(fence);
        write(batch);
      }),
    getFrom: (view, generation, ids) =>
      asked(() =>
        ids.map((id) => {
          const row = database.prepare(`SELECT doc FROM ${tableOf(view, generation)} WHERE id = ?`).get(id);
          return { doc: row ? docOf(row) : null, position: start };
        }),
      ),
    close: () => asked(() => database.close()),
  });
});

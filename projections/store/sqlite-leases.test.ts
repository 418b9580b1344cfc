import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { describeLeases } from './contract-leases.ts';
import { openSqliteViewStore } from './sqlite.ts';
import { openSqliteFile } from './sqlite-file.ts';
import { leasesIn, leaseTables } from './sqlite-leases.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leases-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describeLeases('The view store in SQLite', () => {
  const views = openSqliteViewStore(join(folder, 'views.sqlite'));
  const layout = { version: 1, synchronous: 'NORMAL', tables: leaseTables } as const;
  const database = openSqliteFile(join(folder, 'leases.sqlite'), layout);
  const asked = <T>(work: () => T) => new Promise<T>((resolve) => resolve(work()));
  const { acquire, renew, release, check } = leasesIn(database);

  return Promise.resolve({
    ...views,
    leases: {
      acquire: (name, owner, ttl) => asked(() => acquire(name, owner, ttl)),
      renew: (lease, ttl) => asked(() => renew(lease, ttl)),
      release: (lease) => asked(() => release(lease)),
    },
    apply: async (batch, fence) => {
      if (fence) check(fence);
      await views.apply(batch);
    },
    close: async () => {
      database.close();
      await views.close();
    },
  });
});

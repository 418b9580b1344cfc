import type { DatabaseSync } from 'node:sqlite';
import { Fenced, type Lease, type Leases } from '../port.ts';

export const leaseTable = `
  CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY, token INTEGER NOT NULL, owner TEXT NOT NULL, until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`;

/**
 * A process that opens the file has it exclusively: leases of a killed process are void, and no process waits for them.
 */
export function expireLeases(database: DatabaseSync): void {
  database.exec('UPDATE leases SET until = 0 WHERE until > 0');
}

/** As Leases, but synchronous; `check` throws Fenced, and belongs in the transaction of the write. `now` is in ms. */
export function createSqliteLeases(database: DatabaseSync, now: () => number = Date.now) {
  const currentLease = database.prepare('SELECT token FROM leases WHERE name = ? AND owner = ? AND until > ?');
  const take = database.prepare(
    `INSERT INTO leases (name, token, owner, until) VALUES (?, 1, ?, ?)
     ON CONFLICT (name) DO UPDATE SET token = token + 1, owner = excluded.owner, until = excluded.until WHERE until <= ?
     RETURNING token`,
  );
  const hold = database.prepare('UPDATE leases SET until = ? WHERE name = ? AND token = ? AND until > 0');
  const latest = database.prepare('SELECT 1 FROM leases WHERE name = ? AND token = ?');
  const held = database.prepare('SELECT name FROM leases WHERE name >= ? AND name < ? AND until > ?');

  const renew = ({ name, token }: Lease, ttl: number): boolean => hold.run(now() + ttl, name, token).changes > 0;

  return {
    renew,
    acquire: (name: string, owner: string, ttl: number): Lease | null => {
      const mine = currentLease.get(name, owner, now());
      if (mine) {
        const lease = { name, token: Number(mine['token']) };
        renew(lease, ttl);
        return lease;
      }
      const row = take.get(name, owner, now() + ttl, now());
      return row ? { name, token: Number(row['token']) } : null;
    },
    release: ({ name, token }: Lease) => {
      hold.run(0, name, token);
    },
    list: (prefix: string): string[] => held.all(prefix, `${prefix}\uffff`, now()).map(({ name }) => String(name)),
    check: (lease: Lease) => {
      if (!latest.get(lease.name, lease.token)) throw new Fenced(lease);
    },
  };
}

/** In ms. No other process waits for it, and a large write may delay renewals for long. */
const leaseTtlMs = 60_000;

/** Leases whose requests `run` schedules. */
export function createAsyncLeases(
  { acquire, renew, release, list }: ReturnType<typeof createSqliteLeases>,
  run: <T>(request: () => T) => Promise<T>,
): Leases {
  return {
    leaseTtlMs,
    acquire: (...request) => run(() => acquire(...request)),
    renew: (...request) => run(() => renew(...request)),
    release: (lease) => run(() => release(lease)),
    list: (prefix) => run(() => list(prefix)),
  };
}

import type { Collection } from 'mongodb';
import { type MongoCall, duplicateKeyCode, isServerError } from './connection.ts';
import { Fenced, type Lease, type Leases } from '../port.ts';

/**
 * One document for each lease: because no two processes can insert the same one, only one holds the lease, on any
 * server.
 */
type LeaseRecord = { _id: string; name: string; token: number; owner: string; until: Date };

/** In ms. The lease of a process that died expires this long after its last renewal. */
const leaseTtlMs = 4_500;
/** In ms: shorter than any lease, so that a writer that was suspended past the end of its lease checks it first. */
const leaseCheckIntervalMs = 1_000;

const toLeaseId = ({ name, token }: Lease) => `${name}#${token}`;

/** Times of leases are the server's own, as the clocks of several machines differ. */
export function createMongoLeases(ask: MongoCall) {
  const inside = <T>(question: (records: Collection<LeaseRecord>) => Promise<T>) =>
    ask((db) => question(db.collection<LeaseRecord>('leases')));
  const latest = async (name: string): Promise<LeaseRecord | null> => {
    const [record] = await inside((records) => records.find({ name }).sort({ token: -1 }).limit(1).toArray());
    return record ?? null;
  };
  const isLatest = async ({ name, token }: Lease) => (await latest(name))?.token === token;
  const time = async () => {
    const { localTime } = await ask((db) => db.command({ hello: 1 }));
    return localTime instanceof Date ? localTime.getTime() : Date.now();
  };
  const holdUntil = (lease: Lease, until: number) =>
    inside((records) => records.updateOne({ _id: toLeaseId(lease) }, { $set: { until: new Date(until) } }));

  const renew: Leases['renew'] = async (lease, ttl) => {
    if (!(await isLatest(lease))) return false;
    await holdUntil(lease, (await time()) + ttl);
    return true;
  };

  const acquire: Leases['acquire'] = async (name, owner, ttl) => {
    const [current, now] = [await latest(name), await time()];
    if (current && current.until.getTime() > now) {
      const lease = { name, token: current.token };
      return current.owner === owner && (await renew(lease, ttl)) ? lease : null;
    }
    const lease = { name, token: (current?.token ?? 0) + 1 };
    try {
      await inside((records) =>
        records.insertOne({ _id: toLeaseId(lease), ...lease, owner, until: new Date(now + ttl) }),
      );
    } catch (error) {
      if (isServerError(error, duplicateKeyCode)) return null;
      throw error;
    }
    await inside((records) => records.deleteMany({ name, token: { $lt: lease.token } }));
    return lease;
  };

  const leases: Leases = {
    leaseTtlMs,
    acquire,
    renew,
    release: async (lease) => {
      await holdUntil(lease, 0);
    },
  };

  /** Called before each write; checks the lease at most once per interval. Throws Fenced. */
  const guard = (lease: Lease) => {
    let lookedAt = Number.NEGATIVE_INFINITY;
    return async () => {
      const now = Date.now();
      if (Math.abs(now - lookedAt) < leaseCheckIntervalMs) return;
      if (!(await isLatest(lease))) throw new Fenced(lease);
      lookedAt = now;
    };
  };
  return { leases, guard };
}

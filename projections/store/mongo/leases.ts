import type { Collection } from 'mongodb';
import { type MongoCall, duplicateKeyCode, isServerError } from './connection.ts';
import { Fenced, type Lease, type Leases } from '../port.ts';

/** One document for each task: a process that takes or renews its lease changes this one, so that one alone succeeds. */
type LeaseRecord = { _id: string; token: number; owner: string; until: Date };

/** In ms. The lease of a process that died expires this long after its last renewal. */
const leaseTtlMs = 4_500;
/** In ms: shorter than any lease, so that a writer that was suspended past the end of its lease checks it first. */
const leaseCheckIntervalMs = 1_000;

const released = new Date(0);

/**
 * Times of leases are the server's own, as the clocks of several machines differ. A request that comes late with an
 * earlier time finds fewer leases expired, and extends one by less.
 */
export function createMongoLeases(ask: MongoCall) {
  const inside = <T>(question: (records: Collection<LeaseRecord>) => Promise<T>) =>
    ask((db) => question(db.collection<LeaseRecord>('lease-tasks')));
  const isLatest = async ({ name, token }: Lease) =>
    (await inside((records) => records.findOne({ _id: name, token }))) !== null;
  const time = async () => {
    const { localTime } = await ask((db) => db.command({ hello: 1 }));
    return localTime instanceof Date ? localTime.getTime() : Date.now();
  };

  const renew: Leases['renew'] = async ({ name, token }, ttl) => {
    const until = new Date((await time()) + ttl);
    const unreleased = { _id: name, token, until: { $gt: released } };
    return (await inside((records) => records.findOneAndUpdate(unreleased, { $set: { until } }))) !== null;
  };

  const insert = async (record: LeaseRecord): Promise<Lease | null> => {
    try {
      await inside((records) => records.insertOne(record));
      return { name: record._id, token: record.token };
    } catch (error) {
      if (isServerError(error, duplicateKeyCode)) return null;
      throw error;
    }
  };

  const acquire: Leases['acquire'] = async (name, owner, ttl) => {
    const current = await inside((records) => records.findOne({ _id: name }));
    const now = new Date(await time());
    const ownership = { owner, until: new Date(now.getTime() + ttl) };
    if (current === null) return insert({ _id: name, token: 1, ...ownership });
    if (current.until > now) {
      const lease = { name, token: current.token };
      return current.owner === owner && (await renew(lease, ttl)) ? lease : null;
    }
    const expired = { _id: name, token: current.token, until: { $lte: now } };
    const token = current.token + 1;
    const before = await inside((records) => records.findOneAndUpdate(expired, { $set: { token, ...ownership } }));
    return before === null ? null : { name, token };
  };

  const leases: Leases = {
    leaseTtlMs,
    acquire,
    renew,
    release: async ({ name, token }) => {
      await inside((records) => records.updateOne({ _id: name, token }, { $set: { until: released } }));
    },
    list: async (prefix) => {
      const held = { _id: { $gte: prefix, $lt: `${prefix}\uffff` }, until: { $gt: new Date(await time()) } };
      return (await inside((records) => records.find(held).toArray())).map(({ _id }) => _id);
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

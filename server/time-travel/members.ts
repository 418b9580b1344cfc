import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { v5 as uuidV5 } from 'uuid';
import type { MembersAsOf } from '#domain/time-travel/contract.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { users } from '#projections/users.ts';
import type { Clock } from '../clock.ts';
import type { EventStore } from '../event-store/port.ts';
import { Problem } from '../http/problem.ts';
import { type Moment, momentOf } from './moment.ts';
import { type Progress, type Side, sideProjection } from './side-projection.ts';

export type MembersOfThePast = ReturnType<typeof createMembersOfThePast>;

type Given = {
  events: EventStore;
  views: ViewReader;
  clock: Clock;
  log: Pick<Logger, 'error'>;
  dataDir: string;
  /** Whether other processes may have theirs in the same folder. */
  isShared: boolean;
};

/** One admin has one of them; a process has so many. */
const most = 4;
/** In ms: a table that nobody has looked at for so long is thrown away. */
const idle = 15 * 60 * 1000;
const sweepEvery = 60 * 1000;
const namespace = 'b8ad2f5e-64c1-5f0e-9b43-1f7d0c52a7e6';

type Build = {
  owner: string;
  told: MembersAsOf;
  side: Side | null;
  usedAt: number;
  stopping: AbortController;
  done: Promise<void>;
};

/** The members' tables of moments of the past, each built once it is asked for and thrown away when nobody looks. */
export function createMembersOfThePast({ events, views, clock, log, dataDir, isShared }: Given) {
  const all = resolve(dataDir, 'as-of');
  const own = join(all, String(process.pid));
  // What a process left that was killed; nobody else may have any in a folder that is this process's alone.
  rmSync(isShared ? own : all, { recursive: true, force: true });
  const builds = new Map<string, Build>();
  const now = () => clock().getTime();

  const remove = async (id: string) => {
    const build = builds.get(id);
    builds.delete(id);
    build?.stopping.abort();
    await build?.done;
    await build?.side?.close();
  };
  const run = async (build: Build, moment: Moment) => {
    const { told, stopping } = build;
    const onProgress = (progress: Progress) => void Object.assign(told, progress);
    try {
      const folder = join(own, randomUUID());
      const side = await sideProjection({ events, now: views, moment, folder, onProgress, stopped: stopping.signal });
      if (side === null) return;
      build.side = side;
      told.total = await side.views.count(users.view);
      told.state = 'ready';
    } catch (error) {
      log.error({ err: error }, 'The members of a day of the past could not be built');
      told.state = 'failed';
    }
  };
  const sweep = async () => {
    const late = [...builds].filter(([, { usedAt }]) => now() - usedAt > idle);
    for (const [id] of late) await remove(id);
  };
  const sweeping = setInterval(() => void sweep(), sweepEvery).unref();

  const used = (id: string): Build => {
    const build = builds.get(id);
    if (!build) throw new Problem(404, 'This table is no longer kept: build it again');
    build.usedAt = now();
    return build;
  };

  return {
    /** Begins one, or goes on with the same; the former one of this admin is thrown away. Throws Problem 409. */
    begin: (owner: string, asked: { at?: string | undefined; position?: number | undefined }): MembersAsOf => {
      const moment = momentOf(asked);
      const name = asked.at ?? `position ${String(asked.position)}`;
      const id = uuidV5(`${owner}/${name}`, namespace);
      const same = builds.get(id);
      if (same && same.told.state !== 'failed') return used(id).told;
      const former = [...builds].filter(([, build]) => build.owner === owner).map(([other]) => other);
      if (builds.size - former.length >= most)
        throw new Problem(409, 'Other admins look at other days just now. Try again in a while.');
      const build: Build = {
        owner,
        told: { id, state: 'building', percent: 0, asked: name, position: null, at: null, total: null },
        side: null,
        usedAt: now(),
        stopping: new AbortController(),
        done: Promise.resolve(),
      };
      const gone = Promise.all(former.map(remove));
      builds.set(id, build);
      build.done = gone.then(() => run(build, moment));
      return build.told;
    },

    /** How far one has come. Throws Problem 404. */
    progressOf: (id: string): MembersAsOf => used(id).told,

    /** The users then, as a view to be asked. Throws Problem 404, and 409 while it is built. */
    viewsOf: (id: string): ViewReader => {
      const { side, told } = used(id);
      if (side) return side.views;
      throw new Problem(
        409,
        told.state === 'failed' ? 'This table could not be built' : 'This table is still being built',
      );
    },

    /** Stops one, and throws it away; nothing where there is none. */
    remove,
    sweep,
    stop: async () => {
      clearInterval(sweeping);
      for (const id of builds.keys()) await remove(id);
    },
  };
}

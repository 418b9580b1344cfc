import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { v5 as uuidV5 } from 'uuid';
import type { MembersAsOf } from '#domain/time-travel/contract.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import type { Places } from '#server/platform/config/places.ts';
import { beginBuild, type Build } from './members-build.ts';
import { momentOf } from '../replay/moment.ts';

export type MembersOfThePast = ReturnType<typeof createMembersOfThePast>;

type Given = {
  places: Places;
  clock: Clock;
  log: Pick<Logger, 'error'>;
  /** Whether other processes may have theirs in the same folder. */
  isShared: boolean;
};

/** One admin has one of them; a process has so many. */
const most = 4;
/** In ms: a table that nobody has looked at for so long is thrown away. */
const idle = 15 * 60 * 1000;
const sweepEvery = 60 * 1000;
const namespace = 'b8ad2f5e-64c1-5f0e-9b43-1f7d0c52a7e6';

type Kept = { owner: string; usedAt: number; build: Build };

/** The members' tables of moments of the past, each built once it is asked for and thrown away when nobody looks. */
export function createMembersOfThePast({ places, clock, log, isShared }: Given) {
  const folder = ownFolder(places.dataDir, isShared);
  const kept = new Map<string, Kept>();
  const now = () => clock().getTime();

  const remove = async (id: string) => {
    const build = kept.get(id)?.build;
    kept.delete(id);
    await build?.end();
  };
  const sweep = async () => {
    const late = [...kept].filter(([, { usedAt }]) => now() - usedAt > idle);
    for (const [id] of late) {
      await remove(id).catch((error: unknown) => log.error({ err: error }, 'A table of the past could not be removed'));
    }
  };
  const sweeping = setInterval(() => void sweep(), sweepEvery).unref();

  const used = (id: string): Build => {
    const found = kept.get(id);
    if (!found) throw new Problem(404, 'This table is no longer kept: build it again');
    found.usedAt = now();
    return found.build;
  };

  return {
    /** Begins one, or goes on with the same; the former one of this admin is thrown away. Throws Problem 409. */
    begin: (owner: string, when: { at?: string | undefined; position?: number | undefined }): MembersAsOf => {
      const asked = when.at ?? `position ${String(when.position)}`;
      const id = uuidV5(`${owner}/${asked}`, namespace);
      const same = kept.get(id)?.build.told.state;
      if (same !== undefined && same !== 'failed') return used(id).told;
      const former = [...kept].filter(([, other]) => other.owner === owner).map(([other]) => other);
      if (kept.size - former.length >= most) {
        throw new Problem(409, 'Other admins look at other days just now. Try again in a while.');
      }
      const after = Promise.all(former.map(remove));
      const build = beginBuild({ places, log, folder, id, moment: momentOf(when), asked, after });
      kept.set(id, { owner, usedAt: now(), build });
      return build.told;
    },

    /** How far one has come. Throws Problem 404. */
    progressOf: (id: string): MembersAsOf => used(id).told,

    /** The users then, as a view to be asked. Throws Problem 404, and 409 while it is built. */
    viewsOf: (id: string): ViewReader => {
      const { side, told } = used(id);
      const ready = side();
      if (ready) return ready.views;
      const hasFailed = told.state === 'failed';
      throw new Problem(409, hasFailed ? 'This table could not be built' : 'This table is still being built');
    },

    /** Stops one, and throws it away; nothing where there is none. */
    remove,
    sweep,
    stop: async () => {
      clearInterval(sweeping);
      for (const id of kept.keys()) await remove(id);
    },
  };
}

/** Emptied of what a process left that was killed; nobody else has any in a folder that is this process's alone. */
function ownFolder(dataDir: string, isShared: boolean): string {
  const all = resolve(dataDir, 'as-of');
  const own = join(all, String(process.pid));
  rmSync(isShared ? own : all, { recursive: true, force: true });
  return own;
}

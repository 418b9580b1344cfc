import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { MembersAsOf } from '#domain/time-travel/contract.ts';
import { users } from '#projections/users.ts';
import type { Places } from '#server/platform/config/places.ts';
import type { Moment } from '../replay/moment.ts';
import { type Side, sideProjection } from './side-projection.ts';
import type { Word } from './side-thread.ts';

/** A members' table of the past, while it is built and after. */
export type Build = {
  told: MembersAsOf;
  /** The table, once it is ready. */
  side: () => Side | null;
  /** Stops it, and throws away what there is of it. */
  end: () => Promise<void>;
};

type Given = {
  /** Where the log is. */
  places: Places;
  log: Pick<Logger, 'error'>;
  /** Where its files may lie, in a folder of their own. */
  folder: string;
  id: string;
  /** The moment, and as it was asked for. */
  moment: Moment;
  asked: string;
  /** What it waits for. */
  after: Promise<unknown>;
};

/** Begins one in the background. */
export function beginBuild({ places, log, folder, id, moment, asked, after }: Given): Build {
  const stopping = new AbortController();
  let side: Side | null = null;
  const told: MembersAsOf = { id, state: 'building', percent: 0, asked, position: null, at: null, total: null };
  const onProgress = (word: Word) => void Object.assign(told, word);

  const run = async () => {
    try {
      await after;
      const own = { folder: join(folder, randomUUID()), onProgress, stopped: stopping.signal };
      side = await sideProjection({ places, moment, ...own });
      if (side === null) return;
      told.total = await side.views.count(users.view);
      Object.assign(told, { percent: 100, state: 'ready', position: told.at === null ? null : told.position });
    } catch (error) {
      log.error({ err: error }, 'The members of a day of the past could not be built');
      told.state = 'failed';
    }
  };
  const done = run();

  return {
    told,
    side: () => side,
    end: async () => {
      stopping.abort();
      await done;
      await side?.close();
    },
  };
}

import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { v5 as uuidV5 } from 'uuid';
import type { MembersAsOf } from '#domain/history/point-in-time.contract.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { runEvery } from '#server/lib/scheduler.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { StartupError } from '#server/lib/errors.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { type DataDirectory, openDataDirectory } from '#server/platform/storage/data-directory.ts';
import type { StorageConfig } from '#server/platform/config/storage-config.ts';
import { startTableBuild, type TableBuild } from './build-member-table.ts';
import { parsePointInTime } from '../replay/point-in-time.ts';

export type PastMemberTables = ReturnType<typeof createPastMemberTables>;

type PastMemberTablesDeps = Pick<Platform, 'clock' | 'isShared'> & {
  storageConfig: StorageConfig;
  log: Pick<Logger, 'error'>;
};

/** An admin has at most one of them, a process at most this many. */
const maxTableCount = 4;
/** In ms: a table that was not read for this long is deleted. */
const idleTimeoutMs = 15 * 60 * 1000;
const sweepIntervalMs = 60 * 1000;
const tableIdNamespace = 'b8ad2f5e-64c1-5f0e-9b43-1f7d0c52a7e6';

type TableEntry = { owner: string; usedAt: number; build: TableBuild };

/** The point-in-time member tables, each built when it is requested and deleted when it is no longer read. */
export function createPastMemberTables({ storageConfig, clock, log, isShared }: PastMemberTablesDeps) {
  const folder = resolve(storageConfig.dataDir, 'as-of');
  removeLeftTables(folder, isShared);
  let own: DataDirectory | null = null;
  const tables = new Map<string, TableEntry>();
  const now = () => clock().getTime();

  const remove = async (id: string) => {
    const build = tables.get(id)?.build;
    tables.delete(id);
    await build?.end();
  };
  const sweep = async () => {
    const expired = [...tables].filter(([, { usedAt }]) => now() - usedAt > idleTimeoutMs);
    for (const [id] of expired) await remove(id);
  };
  const failureMessage = 'Failed to remove a point-in-time table';
  const sweeping = runEvery({ work: sweep, intervalMs: sweepIntervalMs, log, failureMessage });

  const touchTable = (id: string): TableBuild => {
    const table = tables.get(id);
    if (!table) throw new HttpError(404, 'This table is no longer kept: build it again');
    table.usedAt = now();
    return table.build;
  };

  return {
    /** Begins one, or continues with the same; the admin's previous one is deleted. Throws HttpError 409. */
    begin: (owner: string, when: { at?: string | undefined; position?: number | undefined }): MembersAsOf => {
      const requestedText = when.at ?? `position ${String(when.position)}`;
      const id = uuidV5(`${owner}/${requestedText}`, tableIdNamespace);
      const same = tables.get(id)?.build.progress.state;
      if (same !== undefined && same !== 'failed') return touchTable(id).progress;
      const former = [...tables].filter(([, other]) => other.owner === owner).map(([other]) => other);
      if (tables.size - former.length >= maxTableCount) {
        throw new HttpError(409, 'Too many point-in-time tables are open. Please try again later.');
      }
      const request = { id, moment: parsePointInTime(when), requestedText };
      const predecessor = Promise.all(former.map(remove));
      // In containers, processes that share the folder may have the same process id.
      own ??= openDataDirectory(join(folder, randomUUID()));
      const build = startTableBuild({ storageConfig, log, folder: own.path, ...request, predecessor });
      tables.set(id, { owner, usedAt: now(), build });
      return build.progress;
    },

    /** The progress of one. Throws HttpError 404. */
    progressOf: (id: string): MembersAsOf => touchTable(id).progress,

    /** The users at that moment, as a queryable view. Throws HttpError 404, and 409 while it is built. */
    viewsOf: (id: string): ViewReader => {
      const { views: side, progress } = touchTable(id);
      const ready = side();
      if (ready) return ready.views;
      const hasFailed = progress.state === 'failed';
      throw new HttpError(409, hasFailed ? 'This table could not be built' : 'This table is still being built');
    },

    /** Stops one and deletes it; does nothing where there is none. */
    remove,
    sweep,
    stop: async () => {
      await sweeping.stop();
      for (const id of tables.keys()) await remove(id);
      own?.close();
      if (own) rmSync(own.path, { recursive: true, force: true });
    },
  };
}

/** Removes what ended processes left: a folder is locked by its process while that lives. */
function removeLeftTables(folder: string, isShared: boolean): void {
  if (!isShared) rmSync(folder, { recursive: true, force: true });
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) removeIfLeft(join(folder, name));
}

function removeIfLeft(folder: string): void {
  try {
    openDataDirectory(folder).close();
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    // Its process goes on.
    if (!(error instanceof StartupError)) throw error;
  }
}

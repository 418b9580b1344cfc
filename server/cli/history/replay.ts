import { resolve } from 'node:path';
import { projections } from '#projections/all.ts';
import { defineCommand, WrongArguments } from '#server/lib/command-line/command.ts';
import { loadStorageConfig } from '#server/platform/config/storage-config.ts';
import { openLog } from '#server/platform/storage/stores.ts';
import { formatMoment } from '#server/modules/audit/point-in-time/replay/copy-folder.ts';
import { replayViews } from '#server/modules/audit/point-in-time/replay/replay-views.ts';
import type { PointInTime } from '#server/modules/audit/point-in-time/replay/point-in-time.ts';
import { parseTime } from './options.ts';
import { createLogProgressPrinter } from '../progress-printer.ts';
import { printText } from '../run-command.ts';

type ReplayRequest = { endTime: string; moment: PointInTime; targetDir: string };

/** Throws WrongArguments with one sentence. */
export function toReplayRequest({ until, into }: { until?: string; into?: string }): ReplayRequest {
  if (until === undefined) throw new WrongArguments('--until is missing: a time such as 2026-11-21, or a position');
  if (into === undefined || into === '') throw new WrongArguments('--into is missing: the folder for the copy');
  if (/^\d+$/.test(until)) return { endTime: until, moment: { position: Number(until) }, targetDir: into };
  const time = parseTime('--until', until, 'last');
  return { endTime: new Date(time).toISOString(), moment: { time }, targetDir: into };
}

/** Builds all views as of a moment into a folder of their own. */
export const replayCommand = defineCommand({
  invocation: 'npm run history -- replay',
  description: `Builds all views at a point in time from the log of DATA_DIR (or of EVENTSTORE_URL), also while a server is running.
The copy is read-only; npm run history -- serve FOLDER opens the product on it.`,
  options: {
    until: {
      type: 'string',
      value: 'WHEN',
      description: '2026-11-21 (to its end, local time), 2026-11-21T10:00Z, or a position in the log',
    },
    into: { type: 'string', value: 'FOLDER', description: 'a new or empty folder, or one of an interrupted replay' },
  },
  notes: "Erased data stays erased in the copy: deleted users read '[erased]', old visits have no address.",
  run: async ({ values }) => replay(toReplayRequest(values)),
});

async function replay(request: ReplayRequest): Promise<void> {
  const events = await openLog(loadStorageConfig(process.env));
  try {
    const copy = await replayViews({
      ...request,
      events,
      projections,
      onProgress: createLogProgressPrinter(await events.head()),
    });
    await printText(`The views as of ${formatMoment(copy)} are in ${resolve(request.targetDir)}\n`);
    await printText(`Open them with: npm run history -- serve ${request.targetDir}\n`);
  } finally {
    await events.close();
  }
}

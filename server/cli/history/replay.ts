import { resolve } from 'node:path';
import { projections } from '#projections/all.ts';
import { StartupError } from '#server/lib/errors.ts';
import { loadStorageConfig } from '#server/platform/config/storage-config.ts';
import { openLog } from '#server/platform/storage/stores.ts';
import { formatMoment } from '#server/modules/audit/point-in-time/replay/copy-folder.ts';
import { replayViews } from '#server/modules/audit/point-in-time/replay/replay-views.ts';
import type { PointInTime } from '#server/modules/audit/point-in-time/replay/point-in-time.ts';
import { parseArguments } from '../parse-arguments.ts';
import { parseTime } from './options.ts';
import { createLogProgressPrinter } from '../progress-printer.ts';
import { printText } from '../run-command.ts';

const usage = `npm run history -- replay --until WHEN --into DIR

Builds all views as they were then, from the log of DATA_DIR (or of EVENTSTORE_URL), also while a server is running.
The copy is read-only; npm run history -- serve DIR opens the product on it.

  --until WHEN      2026-11-21, or 2026-11-21T10:00Z, or a position in the log; a day is one of this machine, to its end
  --into DIR        a new or empty folder; an interrupted replay there starts over
  --help            this

What was forgotten since is forgotten in the copy too: deleted users read '[erased]', old visits have no address.
`;

type ReplayRequest = { endTime: string; moment: PointInTime; targetDir: string };

/** Throws StartupError with one sentence; null where the help is requested. */
export function parseReplayOptions(args: string[]): ReplayRequest | null {
  const options = {
    until: { type: 'string' },
    into: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const { help, until: endTime, into: targetDir } = parseArguments({ args, options }, 'history -- replay').values;
  if (help === true) return null;
  if (endTime === undefined) throw new StartupError('--until is missing: a time such as 2026-11-21, or a position');
  if (targetDir === undefined || targetDir === '') throw new StartupError('--into is missing: the folder for the copy');
  if (/^\d+$/.test(endTime)) return { endTime, moment: { position: Number(endTime) }, targetDir };
  const time = parseTime('--until', endTime, 'last');
  return { endTime: new Date(time).toISOString(), moment: { time }, targetDir };
}

/** `npm run history -- replay`: builds all views as of a moment into a folder of their own. */
export async function replayHistory(args: string[]): Promise<void> {
  const request = parseReplayOptions(args);
  if (request === null) {
    await printText(usage);
    return;
  }
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

import type { Position } from '#domain/shared/decider.ts';
import { givenIn, loadPlaces } from '#server/platform/config/places.ts';
import { openLog, openStores } from '#server/platform/storage/stores.ts';
import { moveInstallation } from './installation.ts';
import { keyOfMove } from './keys.ts';
import { type Move, parseMove, usage } from './options.ts';
import { moveReport, nameOf } from './report.ts';
import { progressLine } from '../rebuild-report.ts';
import { print, run } from '../run.ts';

await run(async () => {
  const places = loadPlaces(process.env);
  const move = parseMove(process.argv.slice(2), places);
  if (move === null) await print(usage);
  else await migrate(move, keyOfMove(givenIn(process.env)['CREDENTIAL_KEY'], places.dataDir));
});

async function migrate(move: Move, key: string) {
  await (await openLog(move.source)).close();
  const source = await openStores(move.source);
  try {
    const target = await openStores(move.target);
    try {
      const moved = await moveInstallation({
        source: { ...source, name: nameOf(move.source) },
        target: { ...target, name: nameOf(move.target) },
        key,
        onProgress: progressTo(await source.events.head()),
      });
      await print(moveReport(move, moved));
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Says every second how far it has come. */
function progressTo(head: Position) {
  let last = performance.now();
  return (copied: number, position: Position) => {
    if (performance.now() - last < 1_000) return;
    last = performance.now();
    const line = progressLine(copied, position, head).replace('read', 'copied');
    process.stderr.write(process.stderr.isTTY ? `\r${line} ` : `${line}\n`);
  };
}

import { resolve } from 'node:path';
import { StartRefused } from '../data-folder.ts';
import { loadPlaces } from '../places.ts';
import { backUp } from './backup-files.ts';
import { print, run } from './run.ts';

const usage = 'Say where to: npm run backup -- FOLDER';

// Copies DATA_DIR, also beside a running server. Engines have their own ways, which the README tells.
await run(async () => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new StartRefused(usage);
  const { dataDir, eventStoreUrl, mongoUrl } = loadPlaces(process.env);
  if (eventStoreUrl !== null || mongoUrl !== null) {
    throw new StartRefused('The data are in engines, at least in part: back these up as the README says');
  }
  const events = await backUp(dataDir, folder);
  await print(`${events.toLocaleString('en-US')} events, the credentials and the keys are in ${resolve(folder)}\n`);
});

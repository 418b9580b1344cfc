import closeWithGrace from 'close-with-grace';
import { StartRefused } from './data-folder.ts';
import { startServer } from './start.ts';

// npm forwards a signal that the terminal has sent already: within this time it is the same one.
const sameSignal = 2000;
const patience = 9500;

const starting = startServer(process.env);

const grace = closeWithGrace({ delay: patience, logger: false, skip: ['SIGTERM', 'SIGINT'] }, async ({ err }) => {
  if (err) console.error(err);
  const running = await starting.catch(() => null);
  await running?.close();
});

let closingSince: number | null = null;
function onSignal(): void {
  if (closingSince === null) {
    closingSince = performance.now();
    grace.close();
  } else if (performance.now() - closingSince > sameSignal) {
    process.exit(1);
  }
}
process.on('SIGTERM', onSignal).on('SIGINT', onSignal);

try {
  const { url } = await starting;
  process.stdout.write(`listening on ${url}\n`);
} catch (error) {
  console.error(error instanceof StartRefused ? error.message : error);
  process.exit(1);
}

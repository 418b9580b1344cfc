import { StartRefused } from './data-folder.ts';
import { closeOnSignal } from './grace.ts';
import { startServer } from './start.ts';

const starting = startServer(process.env);

closeOnSignal(async () => {
  const running = await starting.catch(() => null);
  await running?.close();
});

try {
  const { url } = await starting;
  process.stdout.write(`listening on ${url}\n`);
} catch (error) {
  console.error(error instanceof StartRefused ? error.message : error);
  process.exit(1);
}

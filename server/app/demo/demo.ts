import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { runCommand } from '#server/lib/command-line/run-command.ts';
import { StartupError } from '#server/lib/errors.ts';
import { shutDownOnSignal } from '#server/lib/graceful-shutdown.ts';
import { createListingGenerator, type DemoOfferKind } from './listing-generator/listing-generator.ts';
import { drawPictures, withPictures } from './demo-pictures.ts';
import { startServer } from '../start.ts';
import { runDemoFlow } from './flow.ts';
import { renderAddresses, renderSignInTable } from './lines.ts';
import { demoAdmin, demoPassword, demoPeople, demoZipCodes } from './demo-people.ts';
import { openingKinds, seedActivity } from './seed-activity.ts';
import { seedPeople } from './seed.ts';
import { seedVisits } from './seed-visits.ts';

const intervalMs = 4000;

const printLine = (line: string) => process.stdout.write(`${line}\n`);
await runCommand({
  invocation: 'npm run demo --',
  description: `Starts the product with made-up users and listings in ./data/demo, and prints how to sign in.
A listing arrives every few seconds.`,
  options: {},
  run: runDemo,
});

async function runDemo(): Promise<void> {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const pictures = await drawPictures();
  const starting = startServer({
    DATA_DIR: './data/demo',
    LOG_LEVEL: 'warn',
    FEEDS: fileURLToPath(new URL('feeds.json', import.meta.url)),
    ...environment,
    ADMIN_EMAIL: demoAdmin.email,
    ADMIN_PASSWORD: demoPassword,
  });
  const stopped = new AbortController();
  let flowDone: Promise<void> = Promise.resolve();

  shutDownOnSignal(async () => {
    stopped.abort();
    await flowDone;
    const running = await starting.catch(() => null);
    await running?.close();
  });

  try {
    const { url, services, intake: ownIntake } = await starting;
    const { clock } = services;
    const intake = withPictures(ownIntake, services, pictures);
    await seedVisits(services);
    await seedPeople(services, demoPeople);
    await intake.ready;
    printLine(`listening on ${url}\n`);
    printLine(renderSignInTable(demoPeople));
    printLine(`\n${renderAddresses(url, demoPeople)}\n`);
    const createNext = (firstKinds?: readonly DemoOfferKind[]) =>
      createListingGenerator({
        zipCodes: demoZipCodes,
        clock,
        run: randomUUID().slice(0, 8),
        random: Math.random,
        ...(firstKinds && { firstKinds }),
      });
    await seedActivity({ ...services, intake, next: createNext(openingKinds) });
    const timed = (line: string) => printLine(`${clock().toTimeString().slice(0, 8)}  ${line}`);
    flowDone = runDemoFlow(
      { context: services, intake, next: createNext(), printLine: timed },
      intervalMs,
      stopped.signal,
    );
    await flowDone;
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error);
    process.exit(1);
  }
}

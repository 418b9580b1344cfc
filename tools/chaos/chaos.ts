import { ferretDbProgram, startFerretDb } from '#projections/store/testing/ferretdb.ts';
import { WrongArguments } from '#server/lib/command-line/command.ts';
import { runCommand } from '#server/lib/command-line/run-command.ts';
import { StartupError } from '#server/lib/errors.ts';
import type { ChaosOptions } from './run-chaos.ts';

await runCommand({
  invocation: 'npm run chaos --',
  description:
    'Runs a cluster under load while its processes and stores fail, and checks what is left. FERRETDB names the program of a FerretDB, which the run starts, kills and suspends.',
  options: {
    minutes: { type: 'string', value: 'N', description: 'how long it runs; 10 unless given' },
    seed: { type: 'string', value: 'N', description: 'another number gives other faults; 1 unless given' },
  },
  run: async ({ values: { minutes = '10', seed = '1' } }) => runOnFerretDb(parseOptions(Number(minutes), Number(seed))),
});
// The client of the log keeps connections open.
process.exit();

function parseOptions(minutes: number, seed: number): ChaosOptions {
  if (!(minutes > 0)) throw new WrongArguments('--minutes must be a number above 0');
  if (!Number.isSafeInteger(seed)) throw new WrongArguments('--seed must be a whole number');
  return { minutes, seed };
}

/** The exit code is 1 where a bar was missed. */
async function runOnFerretDb(options: ChaosOptions): Promise<void> {
  if (ferretDbProgram === undefined) throw new StartupError('FERRETDB must name the program of a FerretDB');
  const mongo = await startFerretDb(ferretDbProgram);
  // The cluster reads the address where it is loaded.
  process.env['MONGODB_URL'] = mongo.url;
  const { runChaos } = await import('./run-chaos.ts');
  try {
    if (!(await runChaos(mongo, options))) process.exitCode = 1;
  } finally {
    await mongo.end();
  }
}

import { ferretDbProgram, startFerretDb } from '#projections/store/testing/ferretdb.ts';
import { readOptions, usage } from './options.ts';

/** Resolves with the exit code: 64 for wrong arguments, 1 where a bar was missed. */
async function run(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === null || ferretDbProgram === undefined) {
    console.error(usage);
    return 64;
  }
  const mongo = await startFerretDb(ferretDbProgram);
  // The cluster reads the address where it is loaded.
  process.env['MONGODB_URL'] = mongo.url;
  const { runChaos } = await import('./run-chaos.ts');
  try {
    return (await runChaos(mongo, options)) ? 0 : 1;
  } finally {
    await mongo.end();
  }
}

process.exit(await run());

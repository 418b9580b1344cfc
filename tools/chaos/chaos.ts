import { WrongArguments } from '#server/lib/command-line/command.ts';
import { runCommand } from '#server/lib/command-line/run-command.ts';
import type { Outcome } from './outcome.ts';
import { isPlant, plants } from './plants/plants.ts';
import { type ChaosOptions, runChaos } from './run-chaos.ts';
import { summarizeAnswers } from './verdicts/answers.ts';
import { judge } from './verdicts/verdict.ts';

const maxViolations = 5;

await runCommand({
  invocation: 'npm run chaos --',
  description: `Runs the product under load while its processes and stores fail, and checks what is left. On engines there are two
web, two projector and two scout processes, on a FerretDB and an EventStoreDB that the run starts, kills and suspends:
FERRETDB and EVENTSTOREDB name their programs. Without EVENTSTOREDB the log is on a double.`,
  options: {
    stores: { type: 'string', value: 'KIND', description: 'embedded or engines; engines unless given' },
    minutes: { type: 'string', value: 'N', description: 'how long it runs; 10 unless given' },
    seed: { type: 'string', value: 'N', description: 'another number gives other faults; 1 unless given' },
    plant: {
      type: 'string',
      value: 'NAME',
      description: `breaks the product, to see that the run notices: ${Object.keys(plants).join(', ')}`,
    },
  },
  run: async ({ values: { stores = 'engines', minutes = '10', seed = '1', plant } }) => {
    const outcome = await runChaos(parseOptions({ stores, minutes, seed, plant }));
    if (!report(outcome)) process.exitCode = 1;
  },
});
// The client of the log keeps connections open.
process.exit();

type Values = { stores: string; minutes: string; seed: string; plant: string | undefined };

function parseOptions({ stores, minutes, seed, plant }: Values): ChaosOptions {
  if (stores !== 'embedded' && stores !== 'engines') throw new WrongArguments('--stores must be embedded or engines');
  if (!(Number(minutes) > 0)) throw new WrongArguments('--minutes must be a number above 0');
  if (!Number.isSafeInteger(Number(seed))) throw new WrongArguments('--seed must be a whole number');
  if (plant !== undefined && !isPlant(plant))
    throw new WrongArguments(`--plant must be one of ${Object.keys(plants).join(', ')}`);
  return { stores, minutes: Number(minutes), seed: Number(seed), plant: plant ?? null };
}

/** Prints what took place and the verdicts; whether every bar is met. */
function report(outcome: Outcome): boolean {
  const { minutes, facts, faults, faultNames, messages, answers } = outcome;
  const count = (names: string[]) =>
    Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
  const load = { ...count(facts.map(({ kind }) => kind)), ...count(messages.map(({ channel }) => channel)) };
  console.log(
    JSON.stringify(
      {
        minutes,
        load,
        faults: count(faults.map(({ name }) => name)),
        statuses: count(answers.map(({ status }) => String(status))),
        answers: summarizeAnswers(outcome),
      },
      null,
      2,
    ),
  );
  if (!faultNames.some((name) => name.startsWith('disk')))
    console.log('Skipped: full disks, because this user may not mount a file system.');
  const verdicts = judge(outcome);
  for (const { what, violations } of verdicts) {
    const more = violations.length > maxViolations ? [`and ${violations.length - maxViolations} more`] : [];
    const lines = [...violations.slice(0, maxViolations), ...more].map((one) => `\n      ${one}`);
    console.log(`${violations.length === 0 ? 'yes' : 'NO '} ${what}${lines.join('')}`);
  }
  return verdicts.every(({ violations }) => violations.length === 0);
}

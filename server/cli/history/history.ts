import { toUserView } from '#projections/users.ts';
import { defineCommand } from '#server/lib/command-line/command.ts';
import { loadStorageConfig } from '#server/platform/config/storage-config.ts';
import { openLog } from '#server/platform/storage/stores.ts';
import { renderExplanation } from './explain.ts';
import { findUserAsOf } from './as-of.ts';
import { type HistoryOptions, historyQueryOptions, toHistoryOptions } from './options.ts';
import { renderJsonLine, renderPlainLine } from './render-event.ts';
import { selectEvents } from './select-events.ts';
import { printText, runCliCommand } from '../run-command.ts';

/** The subcommands of `npm run history --`; a module each, loaded on demand. */
const subcommands: Partial<Record<string, (args: string[]) => Promise<void>>> = {
  replay: async (args) => runCliCommand((await import('./replay.ts')).replayCommand, args),
  serve: async (args) => runCliCommand((await import('./serve.ts')).serveCommand, args),
  verify: async (args) => {
    const { joinPemArgument, verifyCommand } = await import('./verify.ts');
    await runCliCommand(verifyCommand, joinPemArgument(args));
  },
  check: async (args) => {
    const { joinPemArgument } = await import('./verify.ts');
    await runCliCommand((await import('./check.ts')).checkCommand, joinPemArgument(args));
  },
  'public-key': async (args) => runCliCommand((await import('./public-key.ts')).publicKeyCommand, args),
};

const queryCommand = defineCommand({
  invocation: 'npm run history --',
  description: 'Prints the log of DATA_DIR (or of EVENTSTORE_URL), also while a server is running.',
  options: historyQueryOptions,
  notes: `Subcommands, each with its own help:
  npm run history -- replay --help      build a read-only copy of all views at a point in time
  npm run history -- serve --help       open the product on such a copy
  npm run history -- verify --help      prove that the log was not changed
  npm run history -- check --help       check a file of evidence, without an installation
  npm run history -- public-key --help  print the key that verifies the seals of the log`,
  run: async ({ values }) => printResult(toHistoryOptions(values)),
});

/** Characters per write. */
const chunkLength = 65_536;

const [word = '', ...commandArguments] = process.argv.slice(2);
const runSubcommand = Object.hasOwn(subcommands, word) ? subcommands[word] : undefined;
await (runSubcommand ? runSubcommand(commandArguments) : runCliCommand(queryCommand));

async function printResult(options: HistoryOptions) {
  const events = await openLog(loadStorageConfig(process.env));
  try {
    if (options.asOf) {
      const user = toUserView(await findUserAsOf(events, options.asOf));
      await printText(`${JSON.stringify(user, null, options.json ? 0 : 2)}\n`);
      return;
    }
    if (options.explain !== null) {
      await printText(await renderExplanation(events, options.explain, options.json));
      return;
    }
    const line = options.json ? renderJsonLine : renderPlainLine;
    let hasFound = false;
    let text = '';
    for await (const event of selectEvents(events, options)) {
      hasFound = true;
      text += line(event);
      if (text.length < chunkLength) continue;
      await printText(text);
      text = '';
    }
    await printText(text);
    if (!hasFound && !options.json) console.error('No events found.');
  } finally {
    await events.close();
  }
}

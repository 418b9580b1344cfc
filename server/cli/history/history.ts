import { toUserView } from '#projections/users.ts';
import { loadStorageConfig } from '#server/platform/config/storage-config.ts';
import { openLog } from '#server/platform/storage/stores.ts';
import { renderExplanation } from './explain.ts';
import { findUserAsOf } from './as-of.ts';
import { type HistoryOptions, parseHistoryOptions, historyUsage } from './options.ts';
import { renderJsonLine, renderPlainLine } from './render-event.ts';
import { selectEvents } from './select-events.ts';
import { printText, runCommand } from '../run-command.ts';

/** The subcommands of `npm run history --`; a module each, loaded on demand. */
const commands: Partial<Record<string, () => Promise<(args: string[]) => Promise<void>>>> = {
  replay: async () => (await import('./replay.ts')).replayHistory,
  serve: async () => (await import('./serve.ts')).serveHistory,
  verify: async () => (await import('./verify.ts')).verifyHistory,
  'public-key': async () => (await import('./public-key.ts')).printPublicKey,
};

/** Characters per write. */
const chunkLength = 65_536;

await runCommand(async () => {
  const args = process.argv.slice(2);
  const [word = '', ...rest] = args;
  const load = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (load) await (await load())(rest);
  else await runQuery(args);
});

async function runQuery(args: string[]) {
  const options = parseHistoryOptions(args);
  if (options.help) await printText(historyUsage);
  else await printResult(options);
}

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
    if (!hasFound && !options.json) console.error('No event of the log is like that.');
  } finally {
    await events.close();
  }
}

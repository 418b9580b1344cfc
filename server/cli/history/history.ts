import { toUserView } from '#projections/users.ts';
import { loadPlaces } from '#server/platform/config/places.ts';
import { openLog } from '#server/platform/storage/stores.ts';
import { explained } from './explain.ts';
import { userAsOf } from './as-of.ts';
import { type HistoryOptions, parseHistory, usage } from './options.ts';
import { jsonLine, plainLine } from './print.ts';
import { selected } from './select.ts';
import { print, run } from '../run.ts';

/** What follows `npm run history --` as a first word; a module each, loaded when it is asked for. */
const commands: Partial<Record<string, () => Promise<{ command: (args: string[]) => Promise<void> }>>> = {
  replay: () => import('./replay.ts'),
  serve: () => import('./serve.ts'),
  verify: () => import('./verify.ts'),
  'public-key': () => import('./public-key.ts'),
};

/** Characters written at once. */
const chunk = 65_536;

await run(async () => {
  const args = process.argv.slice(2);
  const [word = '', ...rest] = args;
  const load = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (load) await (await load()).command(rest);
  else await read(args);
});

async function read(args: string[]) {
  const options = parseHistory(args);
  if (options.help) await print(usage);
  else await tell(options);
}

async function tell(options: HistoryOptions) {
  const events = await openLog(loadPlaces(process.env));
  try {
    if (options.asOf) {
      const user = toUserView(await userAsOf(events, options.asOf));
      await print(`${JSON.stringify(user, null, options.json ? 0 : 2)}\n`);
      return;
    }
    if (options.explain !== null) {
      await print(await explained(events, options.explain, options.json));
      return;
    }
    const line = options.json ? jsonLine : plainLine;
    let found = false;
    let text = '';
    for await (const event of selected(events, options)) {
      found = true;
      text += line(event);
      if (text.length < chunk) continue;
      await print(text);
      text = '';
    }
    await print(text);
    if (!found && !options.json) console.error('No event of the log is like that.');
  } finally {
    await events.close();
  }
}

import { projections } from '#projections/all.ts';
import { StartRefused } from '#server/lib/errors.ts';
import { closeOnSignal } from '#server/lib/grace.ts';
import { momentOf } from '#server/modules/audit/point-in-time/replay/folder.ts';
import { serveCopy } from '#server/app/snapshot-server/serve.ts';
import { argumentsOf } from '../arguments.ts';
import { print } from '../run.ts';

const usualPort = 3100;

const usage = `npm run history -- serve DIR [--port N]

Opens the product on a copy that npm run history -- replay made, to be looked at and not changed: as a full admin, on
this machine alone, by the link that is printed. The link works once, as nobody's credentials are in a copy.

  --port N          where it listens on 127.0.0.1; ${usualPort} unless given, 0 picks a free one
  --help            this
`;

/** Throws StartRefused with one sentence; null where the help is asked for. */
export function parseServe(args: string[]): { folder: string; port: number } | null {
  const options = { port: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  const { values, positionals } = argumentsOf({ args, options, allowPositionals: true }, 'history -- serve');
  if (values.help === true) return null;
  const [folder, ...others] = positionals;
  if (folder === undefined || folder === '') throw new StartRefused('Say which copy: npm run history -- serve DIR');
  if (others.length > 0) throw new StartRefused('Only one copy can be served at a time');
  const { port = String(usualPort) } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new StartRefused(`--port must be a whole number from 0 to 65535, and is '${port}'`);
  }
  return { folder, port: Number(port) };
}

/** `npm run history -- serve`: opens the product, read-only, on a copy that `replay` made. */
export async function command(args: string[]): Promise<void> {
  const asked = parseServe(args);
  if (asked === null) {
    await print(usage);
    return;
  }
  const { url, open, copy, close } = await serveCopy({ ...asked, projections });
  closeOnSignal(close);
  await print(`This is a copy as of ${momentOf(copy)}: nothing can be changed here\n`);
  await print(`Open it, once, by ${open}\n`);
  await print(`listening on ${url}\n`);
}

import { projections } from '#projections/all.ts';
import { StartupError } from '#server/lib/errors.ts';
import { shutDownOnSignal } from '#server/lib/graceful-shutdown.ts';
import { formatMoment } from '#server/modules/audit/point-in-time/replay/copy-folder.ts';
import { startSnapshotServer } from '#server/app/snapshot-server/snapshot-server.ts';
import { parseArguments } from '../parse-arguments.ts';
import { printText } from '../run-command.ts';

const defaultPort = 3100;

const usage = `npm run history -- serve DIR [--port N]

Opens the product on a copy that npm run history -- replay made, to be looked at and not changed: as a full admin, on
this machine alone, by the link that is printed. The link works once, because a copy contains no credentials.

  --port N          where it listens on 127.0.0.1; ${defaultPort} unless given, 0 picks a free one
  --help            this
`;

/** Throws StartupError with one sentence; null where the help is requested. */
export function parseServeOptions(args: string[]): { folder: string; port: number } | null {
  const options = { port: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  const { values, positionals } = parseArguments({ args, options, allowPositionals: true }, 'history -- serve');
  if (values.help === true) return null;
  const [folder, ...others] = positionals;
  if (folder === undefined || folder === '') throw new StartupError('Say which copy: npm run history -- serve DIR');
  if (others.length > 0) throw new StartupError('Only one copy can be served at a time');
  const { port = String(defaultPort) } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new StartupError(`--port must be a whole number from 0 to 65535, and is '${port}'`);
  }
  return { folder, port: Number(port) };
}

/** `npm run history -- serve`: opens the product, read-only, on a copy that `replay` built. */
export async function serveHistory(args: string[]): Promise<void> {
  const request = parseServeOptions(args);
  if (request === null) {
    await printText(usage);
    return;
  }
  const { url, startUrl, copy, close } = await startSnapshotServer({ ...request, projections });
  shutDownOnSignal(close);
  await printText(`This is a copy as of ${formatMoment(copy)}: nothing can be changed here\n`);
  await printText(`Open it, once, by ${startUrl}\n`);
  await printText(`listening on ${url}\n`);
}

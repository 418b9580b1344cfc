import { projections } from '#projections/all.ts';
import { defineCommand, WrongArguments } from '#server/lib/command-line/command.ts';
import { shutDownOnSignal } from '#server/lib/graceful-shutdown.ts';
import { formatMoment } from '#server/modules/audit/point-in-time/replay/copy-folder.ts';
import { startSnapshotServer } from '#server/app/snapshot-server/snapshot-server.ts';
import { printText } from '../run-command.ts';

/** Throws WrongArguments with one sentence. */
export function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new WrongArguments(`--port must be a whole number from 0 to 65535, not '${text}'`);
}

/** Opens the product, read-only, on a copy that `replay` built. */
export const serveCommand = defineCommand({
  invocation: 'npm run history -- serve',
  description: `Opens the product, read-only, on a copy that npm run history -- replay built: as a full admin, on this machine only.
The printed link signs in once, because a copy contains no credentials.`,
  positionals: [{ name: 'FOLDER' }],
  options: {
    port: { type: 'string', value: 'N', default: '3100', description: 'port on 127.0.0.1; 0 picks a free one' },
  },
  run: async ({ values, positionals: [folder = ''] }) => {
    const request = { folder, port: parsePort(values.port) };
    const { url, startUrl, copy, close } = await startSnapshotServer({ ...request, projections });
    shutDownOnSignal(close);
    await printText(`This is a read-only copy as of ${formatMoment(copy)}\n`);
    await printText(`Sign in once at ${startUrl}\n`);
    await printText(`listening on ${url}\n`);
  },
});

import { countFullAdmins } from '#projections/users.ts';
import { capabilitiesOf } from '#server/platform/modules/roles.ts';
import type { RunningServer } from './start.ts';

/** What a person at the terminal needs next. */
export function renderWelcome({ url, services: { config } }: RunningServer): string {
  return `Open ${config.publicUrl ?? url} in a browser. Press Ctrl+C to stop.\n`;
}

const howToCreateAdmin =
  'There is no admin yet. To create the first one, stop the server and start it with an email and a password: ' +
  'ADMIN_EMAIL=you@example.com ADMIN_PASSWORD=a-long-password npm start';

/** Warns in the log of a process that serves pages, on a terminal or not, while no user is a full admin. */
export async function warnOfMissingAdmin({ viewsReady, services }: RunningServer): Promise<void> {
  const { config, log, views } = services;
  if (!capabilitiesOf(config).servesWeb) return;
  // It is not known once the process is being stopped.
  const count = await viewsReady.then(() => countFullAdmins(views)).catch(() => null);
  if (count === 0) log.warn({ setting: 'ADMIN_EMAIL, ADMIN_PASSWORD' }, howToCreateAdmin);
}

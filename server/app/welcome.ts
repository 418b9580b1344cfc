import { countFullAdmins } from '#projections/users.ts';
import type { RunningServer } from './start.ts';

/** What a person at the terminal needs next: the address to open and, without an admin, how to create one. */
export async function renderWelcome({ url, viewsReady, services: { config, views } }: RunningServer): Promise<string> {
  const address = `Open ${config.publicUrl ?? url} in a browser. Press Ctrl+C to stop.\n`;
  await viewsReady;
  if ((await countFullAdmins(views)) > 0) return address;
  return `${address}There is no admin yet. To create the first one, stop the server and start it with an email and a password:
  ADMIN_EMAIL=you@example.com ADMIN_PASSWORD=a-long-password npm start
`;
}

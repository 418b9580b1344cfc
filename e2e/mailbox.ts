import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The mails to an address in the outbox of a data folder, with long lines joined. */
export async function readMailsTo(dataDir: string, address: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails
    .filter((mail) => mail.includes(`To: ${address}\r\n`))
    .map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='));
}

/** The temporary password in the mails to an address; undefined until it arrives. */
export async function readMailedPassword(dataDir: string, address: string): Promise<string | undefined> {
  const mails = await readMailsTo(dataDir, address);
  return mails.flatMap((mail) => /^ {4}(\S+)\r?$/m.exec(mail)?.[1] ?? [])[0];
}

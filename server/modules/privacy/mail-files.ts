import { createTimer } from '#server/lib/delay.ts';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The headers of a mail come first, and are far shorter than this. */
const maxHeadBytes = 16_384;

/** In ms: longer than it takes to write a mail. */
const mailWriteGraceMs = 5_000;

/**
 * Deletes the mails to any of these addresses from the folder that replaces a mail server, now and shortly after, in
 * case a mail was being written concurrently.
 */
export async function removeMailsForGood(folder: string, addresses: readonly string[]): Promise<void> {
  const remove = () => removeMailsTo(folder, addresses);
  await remove();
  createTimer(() => void remove().catch(() => undefined)).start(mailWriteGraceMs);
}

export async function removeMailsTo(folder: string, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const receivers = addresses.map((address) => address.toLowerCase());
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const file = join(folder, name);
    const to = await readReceiver(file);
    if (receivers.some((address) => to.includes(address))) await rm(file, { force: true });
  }
}

/** '' if it cannot be read. */
async function readReceiver(file: string): Promise<string> {
  try {
    const mail = await open(file, 'r');
    try {
      const { bytesRead, buffer } = await mail.read(Buffer.alloc(maxHeadBytes), 0, maxHeadBytes, 0);
      const text = buffer.toString('utf8', 0, bytesRead).toLowerCase();
      return /^to:.*(?:\r?\n[ \t].*)*/m.exec(text)?.[0].replaceAll(/\r?\n[ \t]/g, '') ?? '';
    } finally {
      await mail.close();
    }
  } catch {
    return '';
  }
}

import { randomUUID } from 'node:crypto';
import { access, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeLeftUploads } from './upload.ts';

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

it('Uploads of a process that was killed are removed, and those of processes at work stay', async () => {
  const [left, fresh, other] = ['scout-upload-7-', 'scout-upload-8-', 'scout-notes-'].map((name) =>
    join(tmpdir(), `${name}${randomUUID()}`),
  ) as [string, string, string]; // one for each name
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const path of [left, fresh, other]) await writeFile(path, 'A picture');
  for (const path of [left, other]) await utimes(path, longAgo, longAgo);
  await removeLeftUploads();
  expect(await Promise.all([left, fresh, other].map(exists))).toEqual([false, true, true]);
  await Promise.all([rm(fresh), rm(other)]);
});

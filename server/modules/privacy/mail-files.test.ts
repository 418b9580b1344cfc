import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { removeMailsTo } from './mail-files.ts';

let folder: string;
beforeEach(() => {
  folder = createTestFolder();
});

const mail = (name: string, head: string, body = 'Hello') =>
  writeFileSync(join(folder, name), `From: us@x.com\r\n${head}\r\nSubject: Hi\r\n\r\n${body}`);

it('Mails to an address are deleted, ignoring case and folded headers, and all others stay', async () => {
  mail('a.eml', 'To: Ann@X.com');
  mail('b.eml', 'To:\r\n ann@x.com');
  mail('c.eml', 'To: bob@x.com', 'To: ann@x.com wrote this');
  mail('d.eml', 'Cc: nobody@x.com');
  await removeMailsTo(folder, ['ann@x.com']);
  expect(readdirSync(folder).toSorted()).toEqual(['c.eml', 'd.eml']);
  await removeMailsTo(folder, []);
  await removeMailsTo(join(folder, 'none'), ['ann@x.com']);
  expect(readdirSync(folder)).toHaveLength(2);
});

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeMailsTo } from './mail-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mails-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

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

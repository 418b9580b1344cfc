import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteDocuments } from '#projections/store/sqlite/sqlite.ts';
import { type FormTokens, createFormTokens } from './form-tokens.ts';

const opened = Date.now();
const key = randomBytes(32);
let folder: string;
let documents: ReturnType<typeof openSqliteDocuments>;
let now: number;
let tokens: FormTokens;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-'));
  documents = openSqliteDocuments(join(folder, 'documents.sqlite'));
  now = opened;
  tokens = createFormTokens({ documents, clock: () => new Date(now), key });
});
afterEach(async () => {
  await documents.close();
  await rm(folder, { recursive: true });
});

describe('the token of a form', () => {
  it('The token of a form shows how long the form has been open', async () => {
    const token = tokens.issue();
    now = opened + 2999;
    expect(await tokens.inspect(token, 'a')).toBe('too fast');
    now = opened + 3000;
    expect(await tokens.inspect(token, 'a')).toBe('fresh');
    now = opened + 24 * 3_600_000;
    expect(await tokens.inspect(token, 'a')).toBe('fresh');
    now += 1;
    expect(await tokens.inspect(token, 'a')).toBe('too old');
  });

  it('The token of a form is valid for one offer, however often that one is sent', async () => {
    const token = tokens.issue();
    now = opened + 10_000;
    await tokens.spend(token, 'a');
    expect([await tokens.inspect(token, 'a'), await tokens.inspect(token, 'b')]).toEqual(['fresh', 'used']);
  });

  it('The token of a form cannot be forged', async () => {
    const token = tokens.issue();
    now = opened + 10_000;
    const [nonce, , signature] = token.split('.');
    const other = createFormTokens({ documents, clock: () => new Date(opened), key: randomBytes(32) }).issue();
    const forged = [
      undefined,
      '',
      'x',
      '..',
      other,
      `${String(nonce)}.${opened - 1}.${String(signature)}`,
      `${token}x`,
    ];
    for (const one of forged) expect([one, await tokens.inspect(one, 'a')]).toEqual([one, 'unknown']);
    await tokens.spend('x', 'a');
  });
});

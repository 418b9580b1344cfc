import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cookie, type SessionData } from 'express-session';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Documents } from '#projections/store/port.ts';
import { openSqliteDocuments } from '#projections/store/sqlite/sqlite.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { createSessionKey, DocumentSessionStore, type SessionFields } from './session-store.ts';

let folder: string;
let documents: Documents;
beforeEach(() => {
  folder = createTestFolder();
  documents = openSqliteDocuments(join(folder, 'documents.sqlite'));
});
afterEach(() => documents.close());

const cookie = Object.assign(new Cookie(), { maxAge: 60_000 });
const session = (renewed = 0): SessionData & SessionFields => ({ cookie, userId: 'ann', renewed });
const save = (store: DocumentSessionStore, id: string, data = session()) =>
  new Promise((resolve, reject) => {
    store.set(id, data, (error) => (error instanceof Error ? reject(error) : resolve(null)));
  });

describe('sessions of several processes', () => {
  it('Sessions of several processes are known to each process, and end for all', async () => {
    const [one, other] = [new DocumentSessionStore(documents), new DocumentSessionStore(documents)];
    await save(one, 's1');
    expect(await other.find(createSessionKey('s1'))).toMatchObject({ userId: 'ann' });
    await other.end(createSessionKey('s1'));
    expect(await one.find(createSessionKey('s1'))).toBeNull();
  });

  it('Sessions of several processes are not restored by a concurrent request in another process', async () => {
    const [one, other] = [new DocumentSessionStore(documents), new DocumentSessionStore(documents)];
    await save(one, 's1');
    await one.end(createSessionKey('s1'));
    await save(other, 's1', session(1));
    expect(await other.find(createSessionKey('s1'))).toBeNull();
    expect(await one.find(createSessionKey('s1'))).toBeNull();
  });

  it.each(['before', 'after'])(
    'Sessions of several processes are not brought back by one that is saved just %s they end',
    async (when) => {
      for (let round = 0; round < 20; round += 1) {
        const [one, other] = [new DocumentSessionStore(documents), new DocumentSessionStore(documents)];
        const id = `${when}-${round}`;
        await save(one, id);
        const both = [() => one.end(createSessionKey(id)), () => save(other, id, session(1))];
        await Promise.all((when === 'before' ? both.toReversed() : both).map((act) => act()));
        expect(await new DocumentSessionStore(documents).find(createSessionKey(id))).toBeNull();
      }
    },
  );
});

it('A session is not brought back by a process that saves it just after it was removed', async () => {
  const other = new DocumentSessionStore(documents);
  const one = new DocumentSessionStore({
    ...documents,
    remove: async (space, id) => {
      await documents.remove(space, id);
      await save(other, 's1', session(1));
    },
  });
  await save(one, 's1');
  await one.end(createSessionKey('s1'));
  expect(await other.find(createSessionKey('s1'))).toBeNull();
});

it('A session that is stored does not hold the id that its cookie carries', async () => {
  const store = new DocumentSessionStore(documents);
  const [id, other] = ['id-of-a-running-session', 'id-of-an-ended-session'];
  await save(store, id);
  await save(store, other);
  await store.end(createSessionKey(other));
  const stored = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  for (const text of [id, other]) {
    expect(stored.join('')).toContain(createSessionKey(text));
    expect(stored.join('')).not.toContain(text);
  }
});

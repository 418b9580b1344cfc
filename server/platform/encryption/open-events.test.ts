import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { openSqliteDocuments } from '#projections/store/sqlite/sqlite.ts';
import { openSqliteEventStore } from '#server/platform/event-store/sqlite/sqlite.ts';
import { withFieldEncryption } from './encrypted-event-store.ts';
import { createEventOpener } from './open-events.ts';
import { createSubjectKeys } from './subject-keys.ts';

it('An event whose key is lost reads as unreadable, and the events around it read as they were written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'open-events-'));
  const documents = openSqliteDocuments(join(folder, 'documents.sqlite'));
  const stored = openSqliteEventStore(join(folder, 'events.sqlite'));
  onTestFinished(async () => {
    await Promise.all([documents.close(), stored.close()]);
    rmSync(folder, { recursive: true });
  });
  const credentialKey = randomBytes(32).toString('base64');
  const createKeys = () => createSubjectKeys({ documents, credentialKey: () => credentialKey });
  const events = withFieldEncryption(stored, createKeys());
  const metadata = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };
  for (const userId of ['ann', 'bob', 'cat']) {
    const data = { userId, email: `${userId}@example.com`, role: 'none' };
    await events.append(`user-${userId}`, [{ id: randomUUID(), type: 'UserRegistered', data }], -1, metadata);
  }
  const members = ['ann', 'bob'].map((userId) => ({ userId, figures: { miles: 1, radius: 50, maxPrice: 60_000 } }));
  const alert = { id: randomUUID(), type: 'AlertsMatched', data: { listingId: 'l', n: 0, members } };
  await events.append('alert-l-0', [alert], -1, metadata);
  await documents.remove('subject-keys', 'bob');
  await createKeys().destroy('cat', metadata.at);

  const positions: unknown[] = [];
  const open = createEventOpener(createKeys(), { fatal: (fields: object) => void positions.push(fields) });
  const opened = await open(await stored.readAll(startPosition, 10));
  expect(opened.slice(0, 3).map(({ data }) => data)).toEqual([
    { userId: 'ann', email: 'ann@example.com', role: 'none' },
    { userId: 'bob', email: '[unreadable]', role: 'none' },
    { userId: 'cat', email: '[erased]', role: 'none' },
  ]);
  const { members: read } = opened[3]?.data as { members: { userId: string; figures: unknown; token: string }[] };
  const bob = read.find(({ userId }) => userId !== 'ann');
  expect(read.find(({ userId }) => userId === 'ann')?.figures).toEqual(members[0]?.figures);
  expect(bob).toMatchObject({ userId: `erased-${bob?.token ?? ''}`, figures: null });
  expect(await documents.get('subject-tokens', bob?.token ?? '')).toMatchObject({ subject: 'bob' });
  expect(positions).toMatchObject([
    { position: 2, type: 'UserRegistered' },
    { position: 4, type: 'AlertsMatched' },
  ]);
});

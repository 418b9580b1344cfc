import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { openTemporaryDocuments } from '#projections/store/testing/temporary-documents.ts';
import { openTemporaryLog } from '#server/platform/event-store/testing/temporary-log.ts';
import { StartupError } from '#server/lib/errors.ts';
import { withFieldEncryption } from './encrypted-event-store.ts';
import { findLostKeys } from './key-integrity.ts';
import { createSubjectKeys } from './subject-keys.ts';

it('One lost key is reported with the first event that needs it, and a start is refused where all are lost', async () => {
  const documents = openTemporaryDocuments();
  const encryptedEvents = openTemporaryLog();
  const credentialKey = randomBytes(32).toString('base64');
  const createKeys = () => createSubjectKeys({ documents, credentialKey: () => credentialKey });
  const events = withFieldEncryption(encryptedEvents, createKeys());
  const by = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };
  const find = () => findLostKeys({ encryptedEvents, subjectKeys: createKeys() }, 'DATA_DIR');
  expect(await find()).toEqual([]);
  for (const userId of ['ann', 'bob', 'cat']) {
    const data = { userId, email: `${userId}@example.com`, role: 'none' };
    const changed = { id: randomUUID(), type: 'EmailChanged', data: { userId, email: `${userId}@example.org` } };
    await events.append(`user-${userId}`, [{ id: randomUUID(), type: 'UserRegistered', data }, changed], -1, by);
  }
  expect(await find()).toEqual([]);
  await documents.remove('subject-keys', 'bob');
  expect(await find()).toMatchObject([{ cause: 'bob', event: { position: 3 } }]);
  await createKeys().destroy('cat', by.at);
  expect(await find()).toHaveLength(1);
  await documents.remove('subject-keys', 'ann');
  await documents.remove('subject-keys', 'cat');
  await expect(find()).rejects.toThrow(StartupError);
});

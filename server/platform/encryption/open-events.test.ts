import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { openTemporaryDocuments } from '#projections/store/testing/temporary-documents.ts';
import { openTemporaryLog } from '#server/platform/event-store/testing/temporary-log.ts';
import { type StoredEvent, StreamDamaged } from '#server/platform/event-store/port.ts';
import { withFieldEncryption } from './encrypted-event-store.ts';
import { createEventOpener } from './open-events.ts';
import { createSubjectKeys, type SubjectKeyDoc } from './subject-keys.ts';

const metadata = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };

it('An event whose key is lost reads as unreadable, and the events around it read as they were written', async () => {
  const { documents, stored, createKeys } = openLog();
  const events = withFieldEncryption(stored, createKeys());
  for (const userId of ['ann', 'bob', 'cat']) {
    const data = { userId, email: `${userId}@example.com`, role: 'none' };
    await events.append(`user-${userId}`, [{ id: randomUUID(), type: 'UserRegistered', data }], -1, metadata);
  }
  const members = ['ann', 'bob'].map((userId) => ({ userId, figures: { miles: 1, radius: 50, maxPrice: 60_000 } }));
  const alert = { id: randomUUID(), type: 'AlertsMatched', data: { listingId: 'l', n: 0, members } };
  await events.append('alert-l-0', [alert], -1, metadata);
  await documents.remove('subject-keys', 'bob');
  await createKeys().destroy('cat', metadata.at);

  const open = createEventOpener(createKeys());
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
  const problem = 'The key of the personal data of bob is missing';
  expect(
    opened.map(({ damage }) => damage && [damage.part, damage.cause, damage.problem.slice(0, problem.length)]),
  ).toEqual([undefined, ['texts', 'bob', problem], undefined, ['members', 'bob', problem]]);
});

it('An event reads as damaged where its encrypted part or a member was altered, and names no personal data', async () => {
  const { stored, createKeys, append } = openLog();
  await append('user-ann', 'UserRegistered', { userId: 'ann', email: 'ann@example.com', role: 'none' });
  const members = ['ann', 'bob'].map((userId) => ({ userId, figures: { miles: 1, radius: 50, maxPrice: 60_000 } }));
  await append('alert-l-0', 'AlertsMatched', { listingId: 'l', n: 0, members });
  const written = await stored.readAll(startPosition, 10);
  const [first] = written;
  if (first === undefined) throw new Error('Nothing was written');
  const alter = (text: string) => text.replace(/"(sealed|text)":"..../, '"$1":"AAAA');
  const altered = written.map((event) => ({
    ...event,
    data: JSON.parse(alter(JSON.stringify(event.data))) as unknown,
  }));
  const senseless = [null, 5, 'x', [], { subject: 5 }, { subject: 'ann', text: 7 }].map((sealed): StoredEvent => {
    return { ...first, data: { userId: 'ann', email: '[erased]', sealed } };
  });
  const opened = await createEventOpener(createKeys())([...altered, ...senseless]);
  expect(opened.map(({ damage }) => damage?.part)).toEqual(['texts', 'members', ...senseless.map(() => 'texts')]);
  const whole = (opened[1]?.data as { members: { figures: unknown }[] }).members.filter(
    ({ figures }) => figures !== null,
  );
  expect(whole).toHaveLength(1);
  expect(JSON.stringify(opened)).not.toContain('ann@example.com');
});

it('An alert is written for all members but one whose key is lost', async () => {
  const { createKeys, append, documents } = openLog();
  await append('user-ann', 'UserRegistered', { userId: 'ann', email: 'ann@example.com', role: 'none' });
  const damagedKey: SubjectKeyDoc = { id: 'ann', wrapped: 'AAAA' };
  await documents.put('subject-keys', damagedKey);
  const members = ['ann', 'bob'].map((userId) => ({ userId, figures: null }));
  const read = await append('alert-l-0', 'AlertsMatched', { listingId: 'l', n: 0, members }, createKeys());
  const ids = (read.data as { members: { userId: string }[] }).members.map(({ userId }) => userId);
  expect(ids.filter((userId) => userId === 'bob')).toHaveLength(1);
  expect(ids).toHaveLength(2);
  await expect(
    append('user-ann', 'EmailChanged', { userId: 'ann', email: 'b@example.com' }, createKeys()),
  ).rejects.toThrow(StreamDamaged);
});

/** A log whose keys are loaded again by each `createKeys`; `append` resolves to the event as it is read back. */
function openLog() {
  const documents = openTemporaryDocuments();
  const stored = openTemporaryLog();
  const credentialKey = randomBytes(32).toString('base64');
  const createKeys = () => createSubjectKeys({ documents, credentialKey: () => credentialKey });
  const own = createKeys();
  const append = async (stream: string, type: string, data: unknown, keys = own) => {
    const events = withFieldEncryption(stored, keys);
    const { revision } = await events.read(stream);
    await events.append(stream, [{ id: randomUUID(), type, data }], revision, metadata);
    const [event] = (await events.read(stream, revision + 1)).events;
    if (event === undefined) throw new Error('Nothing was appended');
    return event;
  };
  return { documents, stored, createKeys, append };
}

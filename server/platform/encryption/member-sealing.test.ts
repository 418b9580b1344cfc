import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AlertedMember } from '#domain/alert/events.ts';
import { createMatchCommand } from '#domain/alert/testing/examples.ts';
import { userStream } from '#domain/event-catalog/streams.ts';
import { type Metadata, startPosition } from '#domain/shared/decider.ts';
import { type ListedDocuments, StoreDamaged } from '#projections/store/port.ts';
import { openTemporaryDocuments } from '#projections/store/testing/temporary-documents.ts';
import { openTemporaryLog } from '#server/platform/event-store/testing/temporary-log.ts';
import { type EventStore, type NewEvent, noStream } from '#server/platform/event-store/port.ts';
import { withoutDamage } from '#server/platform/event-store/damage.ts';
import { withFieldEncryption } from './encrypted-event-store.ts';
import { createSubjectKeys, type SubjectKeys } from './subject-keys.ts';
import { subjectTokensSpace } from './subject-tokens.ts';

const by: Metadata = { actor: 'scout', commandId: 'c', correlationId: 'c', at: '2026-03-01T12:00:00.000Z' };
const credentialKey = randomBytes(32).toString('base64');
type SealedMember = { token: string; sealed?: string };

let documents: ListedDocuments;
let stored: EventStore;
let keys: SubjectKeys;
let log: EventStore;
beforeEach(() => {
  documents = openTemporaryDocuments();
  stored = openTemporaryLog();
  keys = freshKeys();
  log = withFieldEncryption(stored, keys);
});

const freshKeys = () => createSubjectKeys({ documents, credentialKey: () => credentialKey });
const createMatched = (userIds: string[], listingId = 'l1'): NewEvent => {
  const { n, kind, listing, members } = createMatchCommand({ listingId, userIds }).data;
  return { id: randomUUID(), type: 'AlertsMatched', data: { listingId, n, kind, listing, members } };
};
const createWithheld = (userIds: string[]): NewEvent => {
  const data = { listingId: 'l1', n: 0, reason: 'not a member', userIds, at: by.at };
  return { id: randomUUID(), type: 'AlertsWithheld', data };
};
const readMembers = async <M>(store: EventStore, stream: string): Promise<M[]> => {
  const { events } = await store.read(stream);
  return events.flatMap(({ data }) => {
    const { members = [], userIds = [] } = data as { members?: M[]; userIds?: M[] };
    return [...members, ...userIds];
  });
};
const byId = (members: AlertedMember[]) => members.toSorted((a, b) => (a.userId < b.userId ? -1 : 1));

describe('The members of an alert', () => {
  it('The members of an alert are stored as a token and a ciphertext of one length, and opened for readers', async () => {
    const userIds = [randomUUID(), randomUUID()];
    await log.append('alert-l1-0', [createMatched(userIds)], noStream, by);
    const raw = await readMembers<SealedMember>(stored, 'alert-l1-0');
    const text = JSON.stringify((await stored.read('alert-l1-0')).events);
    for (const secret of [...userIds, '54000', '12.4', 'radius']) expect(text).not.toContain(secret);
    expect(raw.map(({ token, sealed }) => [token.length, sealed?.length])).toEqual([
      [32, 208],
      [32, 208],
    ]);
    for (const store of [log, withFieldEncryption(stored, freshKeys())]) {
      const members = byId(await readMembers<AlertedMember>(store, 'alert-l1-0'));
      expect(members.map(({ userId }) => userId)).toEqual(userIds.toSorted());
      expect(members[0]?.figures).toEqual({ miles: 12.4, radius: 50, maxPrice: 54_000 });
    }
  });

  it('The members of an alert have the same token in all events of the alert, and another in every other alert', async () => {
    await log.append('alert-l1-0', [createMatched(['ann']), createWithheld(['ann'])], noStream, by);
    await log.append('alert-l2-0', [createMatched(['ann'], 'l2')], noStream, by);
    const [matched, withheld] = await readMembers<SealedMember>(stored, 'alert-l1-0');
    const [elsewhere] = await readMembers<SealedMember>(stored, 'alert-l2-0');
    expect(matched?.token).toBe(withheld?.token);
    expect(elsewhere?.token).not.toBe(matched?.token);
    expect(await keys.tokens.listOf('ann')).toHaveLength(2);
  });

  it('The members of an alert are put into the documents once, however many events of the alert name them', async () => {
    const puts: number[] = [];
    const counted: ListedDocuments = {
      ...documents,
      putAll: (space, docs, ...expires) => {
        if (space === subjectTokensSpace) puts.push(docs.length);
        return documents.putAll(space, docs, ...expires);
      },
    };
    const counting = withFieldEncryption(
      stored,
      createSubjectKeys({ documents: counted, credentialKey: () => credentialKey }),
    );
    await counting.append('alert-l1-0', [createMatched(['ann', 'bob'])], noStream, by);
    await counting.append('alert-l1-0', [createWithheld(['bob'])], 0, by);
    expect(puts).toEqual([2]);
    expect(await keys.tokens.listOf('bob')).toHaveLength(1);
  });

  it('The members of an alert are stored in an order that says nothing about them', async () => {
    const userIds = Array.from({ length: 50 }, () => randomUUID());
    for (const listingId of ['l1', 'l2']) {
      await log.append(`alert-${listingId}-0`, [createMatched(userIds, listingId)], noStream, by);
    }
    const readIds = async (stream: string) =>
      (await readMembers<AlertedMember>(log, stream)).map(({ userId }) => userId);
    const [one, other] = [await readIds('alert-l1-0'), await readIds('alert-l2-0')];
    expect(one.toSorted()).toEqual(other.toSorted());
    expect(one).not.toEqual(other);
  });

  it('The members of an alert belong to no user once their keys are destroyed, and nothing links two alerts of one of them', async () => {
    for (const listingId of ['l1', 'l2']) {
      await log.append(`alert-${listingId}-0`, [createMatched(['ann', 'bob'], listingId)], noStream, by);
    }
    const other = withFieldEncryption(stored, freshKeys());
    await keys.destroy('ann', by.at);
    await other.append('user-ann', [{ id: randomUUID(), type: 'UserDeleted', data: { userId: 'ann' } }], noStream, by);
    await other.read('user-ann');
    for (const store of [log, other, withFieldEncryption(stored, freshKeys())]) {
      const members = byId(await readMembers<AlertedMember>(store, 'alert-l1-0'));
      const [bob, ann] = members;
      expect(bob?.userId).toBe('bob');
      expect(ann).toEqual({ userId: `erased-${ann?.token}`, figures: null, token: ann?.token });
    }
    const left = (await documents.page(subjectTokensSpace, '', 10)).map(({ doc }) => doc as { subject?: string });
    expect(left.map(({ subject }) => subject)).toEqual(['bob', 'bob']);
  });

  it('The members of an alert keep the token of a deleted user in later events, and get one of no user where the key is destroyed', async () => {
    await log.append('alert-l1-0', [createMatched(['ann'])], noStream, by);
    await keys.destroy('ann', by.at);
    const [gone] = await readMembers<AlertedMember>(log, 'alert-l1-0');
    await log.append('alert-l1-0', [createWithheld([gone?.userId ?? ''])], 0, by);
    await log.append('alert-l2-0', [createMatched(['ann'], 'l2')], noStream, by);
    const [matched, withheld] = await readMembers<SealedMember>(stored, 'alert-l1-0');
    expect([matched?.token, withheld]).toEqual([gone?.token, { token: gone?.token }]);
    const [late] = await readMembers<SealedMember>(stored, 'alert-l2-0');
    expect(late?.token).toMatch(/^[\da-f]{32}$/);
    expect(late).not.toHaveProperty('sealed');
    expect(await keys.tokens.listOf('ann')).toEqual([]);
  });

  it('The members of an alert written by a process that knew nothing of the deletion lose their tokens when they are read', async () => {
    const slow = withFieldEncryption(stored, freshKeys());
    await slow.append('alert-l1-0', [createMatched(['ann'])], noStream, by);
    await keys.destroy('ann', by.at);
    await slow.append('alert-l2-0', [createMatched(['ann'], 'l2')], noStream, by);
    expect(await keys.tokens.listOf('ann')).toHaveLength(1);
    const [ann] = await readMembers<AlertedMember>(log, 'alert-l2-0');
    expect(ann?.figures).toBeNull();
    await expect.poll(() => keys.tokens.listOf('ann')).toEqual([]);
  });

  it('The members of an alert that is written between the deletion of one and the end of its key read as they will without the key', async () => {
    const [deleted, present] = [randomUUID(), randomUUID()];
    const deletion = { id: randomUUID(), type: 'UserDeleted', data: { userId: deleted } };
    await log.append(userStream(deleted), [deletion], noStream, by);
    await log.append('alert-l1-0', [createMatched([deleted, present])], noStream, by);
    const readIds = async () => {
      const [, alert] = await log.readAll(startPosition, 10);
      return (alert?.data as { members: AlertedMember[] }).members.map(({ userId }) => userId).toSorted();
    };
    const before = await readIds();
    expect(before).toContain(present);
    expect(before).not.toContain(deleted);
    await keys.destroy(deleted, by.at);
    expect(await readIds()).toEqual(before);
  });

  it('The members of an alert are not opened where they were moved to another alert', async () => {
    await log.append('alert-l1-0', [createMatched(['ann'])], noStream, by);
    const [raw] = (await stored.read('alert-l1-0')).events;
    const moved = { id: randomUUID(), type: 'AlertsMatched', data: raw?.data };
    await stored.append('alert-l2-0', [moved], noStream, by);
    const [read] = (await log.read('alert-l2-0')).events;
    expect(read?.damage?.part).toBe('members');
    expect(JSON.stringify(read?.data)).not.toContain('ann');
    await expect(withoutDamage(log).read('alert-l2-0')).rejects.toThrow(StoreDamaged);
  });

  it('The members of an alert are written once when an append is repeated by another process', async () => {
    const event = createMatched(['ann']);
    const first = await log.append('alert-l1-0', [event], noStream, by);
    expect(await withFieldEncryption(stored, freshKeys()).append('alert-l1-0', [event], noStream, by)).toEqual(first);
    expect(await readMembers(log, 'alert-l1-0')).toHaveLength(1);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { Position } from '#domain/shared/decider.ts';
import type { ListedDocuments } from '#projections/store/port.ts';
import { openTemporaryDocuments } from '#projections/store/testing/temporary-documents.ts';
import { countFailedEvents, createFailedEvents, listFailedEvents } from './failed-events.ts';

const metadata = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };
const createEvent = (position: number, type = 'Counted') => {
  return { id: `e-${position}`, type, data: {}, stream: 's', revision: 0, position: position as Position, metadata };
};

describe('the failed events', () => {
  let documents: ListedDocuments;
  beforeEach(() => {
    documents = openTemporaryDocuments();
  });
  const open = () => {
    const counted: string[] = [];
    const levels: string[] = [];
    const log = { error: () => void levels.push('error'), fatal: () => void levels.push('fatal') };
    const clock = () => new Date('2026-01-02T00:00:00.000Z');
    const count = (subscription: string) => void counted.push(subscription);
    return { ...createFailedEvents({ documents, clock, log, count }), counted, levels };
  };

  it('A failed event is recorded once for each subscription, with its reason and time, and counted', async () => {
    const failedEvents = open();
    for (const subscription of ['mail', 'push', 'mail'])
      await failedEvents.add({ subscription, event: createEvent(7), error: new Error('too much for me') });
    expect(await countFailedEvents(documents)).toBe(2);
    const facts = {
      position: 7,
      type: 'Counted',
      stream: 's',
      error: 'too much for me',
      at: '2026-01-02T00:00:00.000Z',
    };
    const listed = await listFailedEvents(documents);
    expect(listed.find(({ subscription }) => subscription === 'mail')).toMatchObject(facts);
    expect(failedEvents.counted).toEqual(['mail', 'push', 'mail']);
  });

  it('A failed event that was set aside again during its replay stays, whatever the replay has done', async () => {
    const failedEvents = open();
    const input = { subscription: 'mail', event: createEvent(7) };
    await failedEvents.add({ ...input, error: new Error('first') });
    const [replayed] = await listFailedEvents(documents);
    await failedEvents.add({ ...input, error: new Error('second') });
    if (replayed) await failedEvents.recordReplay(replayed, null);
    expect(await listFailedEvents(documents)).toMatchObject([{ error: 'second' }]);
  });

  it('A failed event that changes rights or erases data is an alarm', async () => {
    const failedEvents = open();
    for (const [index, type] of ['RoleChanged', 'UserDeleted', 'MembershipActivated', 'ListingFound'].entries())
      await failedEvents.add({ subscription: 'views/users', event: createEvent(index + 1, type), error: 'odd' });
    expect(failedEvents.levels).toEqual(['fatal', 'fatal', 'fatal', 'error']);
  });

  it('The failed events of a subscription that starts from the beginning are removed, and those of others stay', async () => {
    const failedEvents = open();
    for (let position = 1; position <= 600; position += 1)
      await failedEvents.add({ subscription: 'views/users', event: createEvent(position), error: 'odd' });
    await failedEvents.add({ subscription: 'views/alerts', event: createEvent(1), error: 'odd' });
    await failedEvents.clear('views/users');
    expect((await listFailedEvents(documents)).map(({ id }) => id)).toEqual(['views/alerts:1']);
  });
});

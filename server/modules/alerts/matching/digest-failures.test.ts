import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { wholeMatcher } from '#domain/matching/shards.ts';
import { alertStream } from '#domain/event-catalog/streams.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { setUpForEach } from '#server/lib/testing/set-up.ts';
import { readDigestPass } from './digest-pass.ts';
import { createDigestReplay } from './replay-digests.ts';
import { detroit, losAngeles, openDigestFixture } from './testing/digest-fixture.ts';
import type { TestStores } from './testing/test-stores.ts';

describe('a pass over daily digests', () => {
  const fixture = setUpForEach(openDigestFixture, ({ testStores }) => testStores.close());

  it('Daily digests are announced by a pass that ends when all of them are delivered', async () => {
    const { daily, matched, deliver } = fixture;
    await daily('ann', detroit);
    for (let n = 0; n < 3; n += 1) await matched('2026-03-10T15:00:00.000Z', 'ann');
    fixture.testStores.setClock('2026-03-11T11:00:00.000Z');
    const states: (string | undefined)[] = [];
    const handle: TestStores['handle'] = async (...command) => {
      states.push((await readDigestPass(fixture.testStores.documents, wholeMatcher))?.state);
      return fixture.testStores.handle(...command);
    };
    await deliver({ handle });
    expect(states).toEqual(['running', 'running', 'running']);
    expect(await readDigestPass(fixture.testStores.documents, wholeMatcher)).toMatchObject({
      state: 'idle',
      position: await fixture.testStores.events.head(),
    });
  });

  it('Daily digests that meet an unavailable store are delivered by the same pass later', async () => {
    const { failed, daily, matched, deliver, listRecipients } = fixture;
    await daily('ann', detroit);
    await matched('2026-03-10T15:00:00.000Z', 'ann');
    fixture.testStores.setClock('2026-03-11T11:00:00.000Z');
    const states: (string | undefined)[] = [];
    const handle: TestStores['handle'] = async (...command) => {
      states.push((await readDigestPass(fixture.testStores.documents, wholeMatcher))?.state);
      if (states.length <= 4) throw new StoreUnavailable('Away');
      return fixture.testStores.handle(...command);
    };
    await deliver({ handle });
    expect(states).toEqual(Array.from({ length: 5 }, () => 'running'));
    expect(await listRecipients()).toHaveLength(1);
    expect(await readDigestPass(fixture.testStores.documents, wholeMatcher)).toMatchObject({ state: 'idle' });
    expect(failed).toEqual([]);
  });

  it('Daily digests that a stop interrupts are left for the next pass, but for those that were under way', async () => {
    const { daily, matched, deliver, listRecipients } = fixture;
    await daily('ann', detroit);
    for (let n = 0; n < 40; n += 1) await matched('2026-03-10T15:00:00.000Z', 'ann');
    fixture.testStores.setClock('2026-03-11T11:00:00.000Z');
    const stopping = new AbortController();
    let handled = 0;
    const handle: TestStores['handle'] = (...command) => {
      handled += 1;
      if (handled === 2) stopping.abort();
      return fixture.testStores.handle(...command);
    };
    await deliver({ handle }, stopping.signal);
    expect(handled).toBeLessThan(20);
    expect(await readDigestPass(fixture.testStores.documents, wholeMatcher)).toMatchObject({ state: 'running' });
    await deliver();
    expect(await listRecipients()).toHaveLength(40);
    expect(await readDigestPass(fixture.testStores.documents, wholeMatcher)).toMatchObject({ state: 'idle' });
  });

  it('Daily digests of a listing that fails three times are set aside, the others are delivered, and a replay delivers the rest once', async () => {
    const { members, digests, failed, daily, matched, matchedOf, deliver, deliveredBy, listRecipients } = fixture;
    await daily('ann', detroit);
    await daily('bea', losAngeles);
    const poison = randomUUID();
    fixture.testStores.setClock('2026-03-10T15:00:00.000Z');
    await matchedOf(poison, 0, '2026-03-10T15:00:00.000Z', 'ann', 'bea');
    await matched('2026-03-10T15:00:00.000Z', 'ann');
    fixture.testStores.setClock('2026-03-11T11:00:00.000Z');
    let tries = 0;
    const handle: TestStores['handle'] = (decider, stream, ...command) => {
      if (!stream.includes(poison)) return fixture.testStores.handle(decider, stream, ...command);
      tries += 1;
      return Promise.reject(new Error('too much for me'));
    };
    await deliver({ handle });
    const { events } = await fixture.testStores.events.read(alertStream(poison, 0));
    const position = events[0]?.position;
    const error = new Error('too much for me');
    expect([tries, failed]).toEqual([3, [{ part: 'digests', stream: alertStream(poison, 0), position, error }]]);
    expect(await listRecipients()).toEqual([['ann', 0]]);
    expect(await readDigestPass(fixture.testStores.documents, wholeMatcher)).toMatchObject({ state: 'idle' });
    await deliver({ handle });
    expect(tries).toBe(3);

    const [matchedEvent] = events;
    if (matchedEvent === undefined) throw new Error('There is no match');
    const replay = createDigestReplay({ ...fixture.testStores, members, digests });
    await replay(matchedEvent);
    await replay(matchedEvent);
    const delivered = await fixture.testStores.listEvents('AlertsDelivered');
    const ofPoison = delivered.filter(({ data }) => data.listingId === poison).map(({ data }) => data.members);
    expect(ofPoison.map((all) => all.map(({ userId }) => userId))).toEqual([['ann']]);
    expect(await deliveredBy('2026-03-11T14:00:00.000Z')).toHaveLength(3);
  });
});

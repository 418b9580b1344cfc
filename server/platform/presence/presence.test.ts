import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ListedDocuments } from '#projections/store/port.ts';
import { openTemporaryDocuments } from '#projections/store/testing/temporary-documents.ts';
import { delay } from '#server/lib/delay.ts';
import { assertAlone } from './assert-alone.ts';
import { createPresence, type Presence, type PresenceDoc } from './presence.ts';

/** No stall of the machine makes a presence unconfirmed. */
const options = { log: { error: () => undefined }, intervalMs: 60_000, maxUnconfirmedMs: 600_000 };
let documents: ListedDocuments;
const present: Presence[] = [];
beforeEach(() => {
  documents = openTemporaryDocuments();
});
afterEach(() => Promise.all(present.splice(0).map(({ stop }) => stop())));

async function announce(role: string, silenceMs = 60_000): Promise<Presence> {
  const presence = createPresence({ ...options, documents, role, intervalMs: 20, silenceMs });
  present.push(presence);
  await presence.announce();
  return presence;
}

it('A command that needs all processes stopped is refused while one of any role is alive, and works once it has stopped', async () => {
  const web = await announce('web');
  await expect(assertAlone(documents, 'MONGODB_URL')).rejects.toThrow(
    /^A server is at work on MONGODB_URL \(web \d+\.\d+\.\d+\): stop all of them, and run it again$/,
  );
  await web.stop();
  await assertAlone(documents, 'MONGODB_URL');
});

it('A command that needs all processes stopped waits for the sign of a killed one only once, and removes what it left', async () => {
  const killed: PresenceDoc = { id: 'killed', role: 'web', version: '0.1.0', beat: 7 };
  await documents.put('presence', killed);
  await assertAlone(documents, 'MONGODB_URL', 300);
  expect(await documents.page('presence', '', 10)).toEqual([]);
});

it('A command that was suspended after a look at the presences looks again before it counts them as left', async () => {
  const live: PresenceDoc = { id: 'live', role: 'web', version: '0.1.0', beat: 7 };
  await documents.put('presence', live);
  let looks = 0;
  const list: ListedDocuments['list'] = async (space, query) => {
    const page = await documents.list<never>(space, query);
    looks += 1;
    if (looks === 2) {
      await documents.put('presence', { ...live, beat: 8 } as PresenceDoc);
      await delay(600);
    }
    return page;
  };
  await expect(assertAlone({ ...documents, list }, 'MONGODB_URL', 500)).rejects.toThrow('web');
});

it('A presence that is announced while a beat is under way is confirmed when both have ended', async () => {
  const begun = Promise.withResolvers<undefined>();
  const resumed = Promise.withResolvers<undefined>();
  const beat = Promise.withResolvers<boolean>();
  const compareAndSet: ListedDocuments['compareAndSet'] = async (space, ...change) => {
    begun.resolve(undefined);
    await resumed.promise;
    const isSet = await documents.compareAndSet(space, ...change);
    beat.resolve(isSet);
    return isSet;
  };
  const scout = createPresence({ ...options, documents: { ...documents, compareAndSet }, role: 'scout' });
  present.push(scout);
  await scout.announce();
  await begun.promise;
  const announced = scout.announce();
  await Promise.race([announced, delay(50)]);
  resumed.resolve(undefined);
  await Promise.all([announced, beat.promise]);
  expect(scout.isConfirmed()).toBe(true);
});

it('A process that was taken for dead no longer counts its presence as confirmed, until it announces it again', async () => {
  const scout = await announce('scout');
  expect(scout.isConfirmed()).toBe(true);
  for (const { doc } of await documents.page('presence', '', 10)) await documents.remove('presence', doc.id);
  await expect.poll(scout.isConfirmed, { interval: 5 }).toBe(false);
  await scout.announce();
  expect(scout.isConfirmed()).toBe(true);
  await expect(assertAlone(documents, 'MONGODB_URL')).rejects.toThrow('scout');
});

it('A process is present for others until it ends, or shows no sign for too long', async () => {
  const [patient, impatient, other] = [await announce('scout'), await announce('scout', 0), await announce('sender')];
  expect(await patient.listPresent()).toEqual(new Set([patient.id, impatient.id, other.id]));
  const killed: PresenceDoc = { id: 'killed', role: 'sender', version: '0.1.0', beat: 7 };
  await documents.put('presence', killed);
  const seen = new Set<string>();
  await expect
    .poll(async () => {
      for (const id of await patient.listPresent()) seen.add(id);
      return seen.has('killed') && !(await impatient.listPresent()).has('killed');
    })
    .toBe(true);
  await other.stop();
  expect(await patient.listPresent()).toEqual(new Set([patient.id, impatient.id, 'killed']));
});

it('A process that beats is present however long it is observed, and one that does not is gone after the silence', async () => {
  const observer = await announce('scout', 200);
  await documents.put('presence', { id: 'killed', role: 'sender', version: '0.1.0', beat: 7 } as PresenceDoc);
  expect(await observer.listPresent()).toContain('killed');
  await expect.poll(observer.listPresent, { interval: 5 }).not.toContain('killed');
});

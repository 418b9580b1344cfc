import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPosition, toPosition } from '#domain/shared/decider.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { type Documents, StoreUnavailable } from '#projections/store/port.ts';
import { openTemporaryDocuments } from '#projections/store/testing/temporary-documents.ts';
import type { Schedule } from '#server/lib/scheduler.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { createOutbox, type Outbox } from '#server/platform/outbox/outbox.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import { fromDeadLetterId } from './dead-letters.ts';
import { beginResendRun, startResendRuns } from './resend-all.ts';
import { findResendRun, presentResendRun } from './resend-run.ts';

const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent, fatal: silent };
const began = Date.parse('2026-03-01T12:00:00.000Z');

describe('A run that resends all dead letters', () => {
  let documents: Documents;
  let outbox: Outbox;
  let runners: Schedule[];
  let passed: string[];
  let now: number;
  const clock = () => new Date(now);
  beforeEach(() => {
    documents = openTemporaryDocuments();
    outbox = createOutbox({ documents, clock });
    runners = [];
    passed = [];
    now = began;
  });
  afterEach(() => Promise.all(runners.map(({ stop }) => stop())));

  const put = (count: number) =>
    documents.putAll(
      documentSpaces.outbox,
      Array.from(
        { length: count },
        (_, n): OutboxItem => ({
          id: `m${String(n).padStart(4, '0')}`,
          channel: 'mail',
          state: 'dead',
          userId: 'u1',
          position: startPosition,
          attempts: 9,
          due: began - count + n,
          createdAt: '2026-03-01T11:00:00.000Z',
          queuedAt: 0,
          content: null,
          error: 'Mailbox full',
        }),
      ),
    );
  /** Resends what `refuse` does not throw for, and notes its id. */
  const start = (refuse: (id: string) => Promise<void> | void = silent): Schedule => {
    const resendOnce = async (letterId: string) => {
      const id = fromDeadLetterId(letterId);
      await refuse(id);
      if (!(await outbox.resend(id))) throw new HttpError(404, 'No such dead letter');
      passed.push(id);
    };
    const runner = startResendRuns({ documents, outbox, clock, log, deadLetters: { resendOnce } });
    runners.push(runner);
    return runner;
  };
  const begin = (commandId = 'c1') => beginResendRun({ documents, outbox, clock }, { actor: 'admin', commandId });
  const untilEnded = async () => {
    await expect.poll(async () => (await findResendRun({ documents }))?.endedAt).toEqual(expect.any(String));
    const run = await findResendRun({ documents });
    return run && presentResendRun(run);
  };

  it('A run passes each letter once, oldest first in pages, also where hundreds of newer ones are refused', async () => {
    await put(700);
    start((id) => {
      if (id >= 'm0100') throw new HttpError(409, 'This user was deleted since');
    });
    await begin();
    expect(await untilEnded()).toMatchObject({
      resent: 100,
      refused: 600,
      left: 0,
      refusals: [{ reason: 'This user was deleted since', count: 600 }],
    });
    expect(passed).toHaveLength(100);
    expect(new Set(passed).size).toBe(100);
    const first = passed.slice(0, 50).toSorted();
    expect([first[0], first.at(-1)]).toEqual(['m0000', 'm0049']);
  });

  it('A run that its process could not finish is continued by the next one, and passes no letter twice', async () => {
    await put(120);
    const stuck = Promise.withResolvers<undefined>();
    const crashing = start((id) => {
      if (id < 'm0070') return;
      stuck.resolve(undefined);
      throw new StoreUnavailable('away');
    });
    const answer = begin();
    await stuck.promise;
    await crashing.stop();
    expect((await answer).endedAt).toBeNull();
    const left = presentResendRun((await findResendRun({ documents })) ?? (await answer));
    expect(left).toMatchObject({ resent: 50, left: 70 });
    start();
    expect(await untilEnded()).toMatchObject({ resent: 120, refused: 0, left: 0 });
    expect(passed.toSorted()).toEqual([...new Set(passed)].toSorted());
    expect(passed).toHaveLength(120);
  });

  it('A run is joined by a second request, and a request that is repeated begins no other', async () => {
    await put(60);
    const blocked = Promise.withResolvers<undefined>();
    start(() => blocked.promise);
    const both = [begin('c1'), begin('c2')];
    await expect.poll(async () => (await findResendRun({ documents }))?.page.length).toBe(50);
    blocked.resolve(undefined);
    const runs = await Promise.all(both);
    expect(runs.map(({ commandId }) => commandId)).toEqual([runs[0]?.commandId, runs[0]?.commandId]);
    expect(await untilEnded()).toMatchObject({ resent: 60 });
    now += 1_000;
    expect((await begin(runs[0]?.commandId)).since).toBe(runs[0]?.since);
    expect((await begin('c3')).since).not.toBe(runs[0]?.since);
  });

  it('A run that two processes work on at once counts each letter once', async () => {
    await put(300);
    start();
    start();
    await begin();
    expect(await untilEnded()).toMatchObject({ resent: 300, refused: 0 });
    expect(passed).toHaveLength(300);
  });

  it('A run leaves out what fails while it goes on', async () => {
    await put(60);
    start(async (id) => {
      if (id !== 'm0000') return;
      now += 1;
      const item = await outbox.findDead('m0059');
      if (item !== null) await documents.put(documentSpaces.outbox, { ...item, id: 'late', due: now } as OutboxItem);
    });
    await begin();
    expect(await untilEnded()).toMatchObject({ resent: 60, refused: 0, left: 0 });
    expect(await outbox.findDead('late')).not.toBeNull();
  });

  it('A run passes the events that were set aside, and goes on where one cannot be resent', async () => {
    const event = { subscription: 's', type: 'X', stream: 'x', error: 'Odd', at: new Date(began - 1).toISOString() };
    const events = Array.from({ length: 60 }, (_, n) => ({ ...event, id: `s:${n}`, position: toPosition(n + 1) }));
    await documents.putAll(documentSpaces.failedEvents, events);
    start((id) => {
      if (id === 's:3') throw new Error('Odd');
    });
    await begin();
    expect(await untilEnded()).toMatchObject({
      resent: 59,
      refused: 1,
      refusals: [{ reason: 'Something went wrong', count: 1 }],
    });
  });

  it('A run forgets at its end who began it', async () => {
    start();
    await begin();
    await untilEnded();
    expect(JSON.stringify(await findResendRun({ documents }))).not.toContain('admin');
  });
});

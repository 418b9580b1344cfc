import { randomUUID } from 'node:crypto';
import { type SourceCommand, source } from '#domain/source/decider.ts';
import { type SourceStateDoc, sourceStates } from '#projections/sources.ts';
import { fullAdmins } from '#projections/users.ts';
import type { Context } from '../../context.ts';
import { type Mail, outboxSpace } from '../../mail/mail.ts';
import { putAndWake } from '../../time/wakes.ts';
import { sourceStream } from './pauses.ts';
import type { Told } from './trouble.ts';
import { troubles } from './watching.ts';

type Parts = Pick<
  Context,
  'config' | 'events' | 'views' | 'documents' | 'sources' | 'handle' | 'caughtUp' | 'clock' | 'log'
>;

/** In ms. */
const looksEvery = 2_000;
const mailed = 'alarm-mails';

/** Of which outage of a source full admins were mailed: by the id of its alarm. */
type MailedDoc = { id: string; alarm: string };

/** Alarms admins of sources that fail or have stopped, each outage once, and says when it is over; until stopped. */
export function startAlarms(parts: Parts, every = looksEvery): { stop: () => Promise<void> } {
  const { clock, log } = parts;
  const begun = clock().getTime();
  const look = async () => {
    await tellAll(parts, await troubles(parts, begun));
    for (const { id, alarm, paused } of (await sourceStates(parts.views)).values()) {
      if (alarm && !paused) await mailOnce(parts, id, alarm);
    }
  };
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => {
      log.warn({ err: error }, 'The sources could not be watched; trying again');
    });
  }, every).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}

async function tellAll({ views, handle, caughtUp }: Parts, found: Map<string, Told | null>): Promise<void> {
  const states = await sourceStates(views);
  const tell = async (id: string, command: SourceCommand) => {
    const sender = { actor: 'scout', commandId: randomUUID() };
    await caughtUp((await handle(source, sourceStream(id), command, sender)).position);
  };
  for (const [sourceId, told] of found) {
    const isTold = (states.get(sourceId)?.alarm ?? null) !== null;
    if (told !== null && !isTold) await tell(sourceId, { type: 'Alarm', data: { sourceId, ...told } });
  }
  // Nor does anybody wait to hear of a source that is no more.
  const over = [...states.values()].filter(({ id, alarm, paused }) => alarm && !paused && !found.get(id));
  for (const { id: sourceId } of over) await tell(sourceId, { type: 'AllClear', data: { sourceId } });
}

/** A mail has the same id however often it is put, so that a crash in between has it sent at most under one Message-ID. */
async function mailOnce(
  { views, documents, clock }: Parts,
  sourceId: string,
  { id: alarm, problem }: NonNullable<SourceStateDoc['alarm']>,
): Promise<void> {
  if ((await documents.get<MailedDoc>(mailed, sourceId))?.alarm === alarm) return;
  for (const { id: userId } of await fullAdmins(views)) {
    const mail: Mail = {
      id: `${alarm}/${userId}`,
      state: 'waiting',
      userId,
      createdAt: clock().toISOString(),
      position: 0,
      attempts: 0,
      due: 0,
      error: null,
      content: { kind: 'source-failing', sourceId, problem },
    };
    await putAndWake(documents, outboxSpace, mail);
  }
  const done: MailedDoc = { id: sourceId, alarm };
  await documents.put(mailed, done);
}

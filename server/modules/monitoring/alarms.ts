import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import { type SourceCommand, source } from '#domain/source/decider.ts';
import { type SourceStateDoc, sourceStates } from '#projections/sources.ts';
import { fullAdmins } from '#projections/users.ts';
import type { Handle } from '#server/platform/commands/handle.ts';
import { type Mail, outboxSpace } from '#server/modules/alerts/index.ts';
import { putAndWake } from '#server/platform/outbox/wakes.ts';
import { sourceStream } from '#server/modules/sources/index.ts';
import type { Told } from './trouble.ts';
import { troubles, type WatchDeps } from './watching.ts';

type AlarmStateDeps = Pick<WatchDeps, 'views'> & {
  handle: Handle;
  /** Resolves once the views have applied `position`, or after 2 s. */
  caughtUp: (position: Position) => Promise<void>;
};
export type AlarmDeps = WatchDeps & AlarmStateDeps & { log: Pick<Logger, 'warn'> };

/** In ms. */
const looksEvery = 2_000;
const mailed = 'alarm-mails';

/** The outage of a source that full admins were last mailed about, by the id of its alarm. */
type MailedDoc = { id: string; alarm: string };

/** Raises one alarm for each outage of a source, and clears it when the outage is over; until stopped. */
export function startAlarms(deps: AlarmDeps, every = looksEvery): { stop: () => Promise<void> } {
  const { clock, log } = deps;
  const begun = clock().getTime();
  const look = async () => {
    await tellAll(deps, await troubles(deps, begun));
    for (const { id, alarm, paused } of (await sourceStates(deps.views)).values()) {
      if (alarm && !paused) await mailOnce(deps, id, alarm);
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

async function tellAll({ views, handle, caughtUp }: AlarmStateDeps, found: Map<string, Told | null>): Promise<void> {
  const states = await sourceStates(views);
  const tell = async (id: string, command: SourceCommand) => {
    const sender = { actor: 'scout', commandId: randomUUID() };
    await caughtUp((await handle(source, sourceStream(id), command, sender)).position);
  };
  for (const [sourceId, told] of found) {
    const isTold = (states.get(sourceId)?.alarm ?? null) !== null;
    if (told !== null && !isTold) await tell(sourceId, { type: 'Alarm', data: { sourceId, ...told } });
  }
  // The alarm of a source that was removed is cleared too.
  const over = [...states.values()].filter(({ id, alarm, paused }) => alarm && !paused && !found.get(id));
  for (const { id: sourceId } of over) await tell(sourceId, { type: 'AllClear', data: { sourceId } });
}

/** A mail keeps its id when it is put again after a crash, so all its copies have one Message-ID. */
async function mailOnce(
  { views, documents, clock }: Pick<WatchDeps, 'views' | 'documents' | 'clock'>,
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

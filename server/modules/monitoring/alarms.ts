import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { startPosition } from '#domain/shared/decider.ts';
import { type SourceCommand, source } from '#domain/source/decider.ts';
import { type SourceStateDoc, findSourceStates } from '#projections/sources.ts';
import { listFullAdmins } from '#projections/users.ts';
import type { CommandDeps } from '#server/platform/commands/command-handler.ts';
import { mailChannel, type NewMail, urgentDue } from '#server/modules/alerts/index.ts';
import type { ViewDeps } from '#server/platform/modules/platform.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import { sourceStream } from '#domain/event-catalog/streams.ts';
import type { HealthProblem } from './health-check.ts';
import { findHealthProblems, type SourceHealthDeps } from './source-health.ts';
import { runEvery, type Schedule } from '#server/lib/scheduler.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

type AlarmStateDeps = Pick<SourceHealthDeps, 'views'> & CommandDeps & { log: Pick<Logger, 'error'> };
type AlarmMailDeps = ViewDeps & { outbox: Pick<Outbox, 'put'> };
export type AlarmDeps = SourceHealthDeps & AlarmStateDeps & AlarmMailDeps;

/** In ms. */
const defaultIntervalMs = 2_000;
const alarmMailSpace = documentSpaces.alarmMails;

/** The outage of a source that full admins were last mailed about, by the id of its alarm. */
type AlarmMailDoc = { id: string; alarm: string };

/** Raises one alarm for each outage of a source, and clears it when the outage is over; until `stop`. */
export function startAlarms(deps: AlarmDeps, intervalMs = defaultIntervalMs): Schedule {
  const { clock, log } = deps;
  const begun = clock().getTime();
  const work = async () => {
    await updateAlarms(deps, await findHealthProblems(deps, begun));
    for (const { id, alarm, paused } of (await findSourceStates(deps.views)).values()) {
      if (alarm && !paused) await sendAlarmMails(deps, id, alarm);
    }
  };
  return runEvery({ work, intervalMs, log, failureMessage: 'Failed to check the sources for alarms; retrying' });
}

async function updateAlarms(
  { views, handle, waitForProjections, log }: AlarmStateDeps,
  problems: Map<string, HealthProblem | null>,
): Promise<void> {
  const states = await findSourceStates(views);
  const handleCommand = async (id: string, command: SourceCommand) => {
    const sender = { actor: 'scout', commandId: randomUUID() };
    await waitForProjections((await handle(source, sourceStream(id), command, sender)).position);
  };
  for (const [sourceId, healthProblem] of problems) {
    const isRaised = (states.get(sourceId)?.alarm ?? null) !== null;
    if (healthProblem === null || isRaised) continue;
    log.error({ alarm: sourceId, problem: healthProblem.problem }, 'Raised an alarm');
    await handleCommand(sourceId, { type: 'Alarm', data: { sourceId, ...healthProblem } });
  }
  // The alarm of a source that was removed is cleared too.
  const over = [...states.values()].filter(({ id, alarm, paused }) => alarm && !paused && !problems.get(id));
  for (const { id: sourceId } of over) await handleCommand(sourceId, { type: 'AllClear', data: { sourceId } });
}

/** A mail keeps its id when it is put again after a crash, so all its copies have one Message-ID. */
async function sendAlarmMails(
  { views, documents, clock, outbox }: AlarmMailDeps,
  sourceId: string,
  { id: alarm, problem }: NonNullable<SourceStateDoc['alarm']>,
): Promise<void> {
  if ((await documents.get<AlarmMailDoc>(alarmMailSpace, sourceId))?.alarm === alarm) return;
  const createdAt = clock().toISOString();
  const content = { kind: 'source-failing' as const, sourceId, problem };
  const fullAdmins = await listFullAdmins(views);
  const mails = fullAdmins.map(({ id: userId }): NewMail => {
    const id = `${alarm}/${userId}`;
    return { id, channel: mailChannel, userId, createdAt, position: startPosition, due: urgentDue, content };
  });
  await outbox.put(mails);
  const done: AlarmMailDoc = { id: sourceId, alarm };
  await documents.put(alarmMailSpace, done);
}

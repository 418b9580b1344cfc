import { listAll } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import { type Mail, outboxSpace } from '../email/transport/mail.ts';
import { countFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { type PushJob, pushSpace } from '../push/push-sender.ts';

/** A message that was given up before it reached a user; `space` is its outbox. */
export type DeadLetter =
  | { channel: 'mail'; space: string; doc: Mail }
  | { channel: 'push'; space: string; doc: PushJob };

const pushIdPrefix = 'push:';

/** The dead letter's id in the API; the id of an outbox has characters that have a meaning in a path. */
export function deadLetterId({
  channel,
  doc: { id },
}: {
  channel: DeadLetter['channel'];
  doc: { id: string };
}): string {
  return Buffer.from(channel === 'push' ? pushIdPrefix + id : id).toString('base64url');
}

/** The dead letter of an id; null where it was not given up. */
export async function findDeadLetter(documents: Documents, id: string): Promise<DeadLetter | null> {
  const key = Buffer.from(id, 'base64url').toString();
  if (key.startsWith(pushIdPrefix)) {
    const push = await documents.get<PushJob>(pushSpace, key.slice(pushIdPrefix.length));
    return push?.state === 'dead' ? { channel: 'push', space: pushSpace, doc: push } : null;
  }
  const mail = await documents.get<Mail>(outboxSpace, key);
  return mail?.state === 'dead' ? { channel: 'mail', space: outboxSpace, doc: mail } : null;
}

/** All dead letters, newest first. */
export async function listDeadLetters(documents: Documents): Promise<DeadLetter[]> {
  const [mails, pushes] = await Promise.all([
    listAll<Mail>(documents, outboxSpace, { state: 'dead' }),
    listAll<PushJob>(documents, pushSpace, { state: 'dead' }),
  ]);
  const all: DeadLetter[] = [
    ...mails.map((doc) => ({ channel: 'mail' as const, space: outboxSpace, doc })),
    ...pushes.map((doc) => ({ channel: 'push' as const, space: pushSpace, doc })),
  ];
  return all.toSorted((a, b) => b.doc.due - a.doc.due);
}

export async function countDeadLetters({ documents }: { documents: Documents }): Promise<number> {
  const counts = await Promise.all([
    documents.count(outboxSpace, { state: 'dead' }),
    documents.count(pushSpace, { state: 'dead' }),
    countFailedEvents(documents),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

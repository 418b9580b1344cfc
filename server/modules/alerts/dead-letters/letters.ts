import type { Documents, ViewReader } from '#projections/store/port.ts';
import { type Mail, outboxSpace } from '../email/transport/mail.ts';
import { countParked, newestParked } from '#server/platform/projector/parked.ts';
import { type PushJob, pushSpace } from '../push/outbox.ts';
import { countSetAside, setAside } from '../matching/set-aside.ts';

type Parts = { documents: Documents; views: ViewReader };

/** What was given up on its way to a user; `space` is the outbox that it lies in. */
export type Letter = { channel: 'mail'; space: string; doc: Mail } | { channel: 'push'; space: string; doc: PushJob };

const pushMark = 'push:';

/** The id of a letter in the API: that of an outbox has signs that mean something in a path. */
export function letterId({ channel, doc: { id } }: { channel: Letter['channel']; doc: { id: string } }): string {
  return Buffer.from(channel === 'push' ? pushMark + id : id).toString('base64url');
}

/** The letter of an id, where it was given up; null else. */
export async function findLetter(documents: Documents, id: string): Promise<Letter | null> {
  const key = Buffer.from(id, 'base64url').toString();
  if (key.startsWith(pushMark)) {
    const push = await documents.get<PushJob>(pushSpace, key.slice(pushMark.length));
    return push?.state === 'dead' ? { channel: 'push', space: pushSpace, doc: push } : null;
  }
  const mail = await documents.get<Mail>(outboxSpace, key);
  return mail?.state === 'dead' ? { channel: 'mail', space: outboxSpace, doc: mail } : null;
}

/** Everything that was given up, the last first. */
export async function deadLetters(documents: Documents): Promise<Letter[]> {
  const [mails, pushes] = await Promise.all([
    documents.findBy<Mail>(outboxSpace, 'state', 'dead'),
    documents.findBy<PushJob>(pushSpace, 'state', 'dead'),
  ]);
  const all: Letter[] = [
    ...mails.map((doc) => ({ channel: 'mail' as const, space: outboxSpace, doc })),
    ...pushes.map((doc) => ({ channel: 'push' as const, space: pushSpace, doc })),
  ];
  return all.toSorted((a, b) => b.doc.due - a.doc.due);
}

/** What views and the scout have set aside. `where` reads after 'in'. */
export async function deadEvents({ documents, views }: Parts) {
  const [parked, aside] = await Promise.all([newestParked(views), setAside(documents)]);
  return [
    ...parked.map(({ id, type, view, error }) => ({ id, type, where: `the view ${view}`, error })),
    ...aside.map(({ id, type, error }) => ({ id, type, where: 'the scout', error })),
  ];
}

export async function countDeadLetters({ documents, views }: Parts): Promise<number> {
  const counts = await Promise.all([
    documents.countBy(outboxSpace, 'state', 'dead'),
    documents.countBy(pushSpace, 'state', 'dead'),
    countParked(views),
    countSetAside(documents),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

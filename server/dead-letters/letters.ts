import type { Documents, ViewReader } from '#projections/store/port.ts';
import { type Mail, outboxSpace } from '../mail/mail.ts';
import { countParked, newestParked } from '../projector/parked.ts';
import { countSetAside, setAside } from '../scout/set-aside.ts';

type Parts = { documents: Documents; views: ViewReader };

/** The id of a dead mail in the API: that of the outbox has signs that mean something in a path. */
export function letterId({ id }: Pick<Mail, 'id'>): string {
  return Buffer.from(id).toString('base64url');
}

/** The mail of an id, where it was given up; null else. */
export async function findLetter(documents: Documents, id: string): Promise<Mail | null> {
  const mail = await documents.get<Mail>(outboxSpace, Buffer.from(id, 'base64url').toString());
  return mail?.state === 'dead' ? mail : null;
}

/** Every mail that was given up, the last first. */
export async function deadMails(documents: Documents): Promise<Mail[]> {
  const dead = await documents.findBy<Mail>(outboxSpace, 'state', 'dead');
  return dead.toSorted((a, b) => b.due - a.due);
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
    countParked(views),
    countSetAside(documents),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

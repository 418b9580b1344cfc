import { listAll } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import { type Mail, maxMailListings, outboxSpace } from './transport/mail.ts';

type Alerts = Extract<Mail['content'], { kind: 'alerts' }>;

/**
 * Holds mails until they are due. Alerts of one member that are due at the same moment, such as the end of a night,
 * become one mail with the id of the first. Resolves with the mail to send then; null where that one waits already.
 */
export function createMerger(documents: Documents) {
  let keeping: Promise<unknown> = Promise.resolve();

  const keep = async (mail: Mail): Promise<Mail | null> => {
    const { content } = mail;
    const first = content.kind === 'alerts' ? await waitingWith(mail, documents) : null;
    if (content.kind !== 'alerts' || first === null) {
      await documents.put(outboxSpace, mail);
      return mail;
    }
    const { id, createdAt } = mail;
    const merged = [...(first.merged ?? []), id];
    const both: Mail = { ...first, createdAt, merged, content: joined(first.content, content) };
    await documents.put(outboxSpace, both);
    await documents.remove(outboxSpace, id);
    return null;
  };

  return {
    // One after the other, so that two mails are never merged into each other.
    keep: (mail: Mail): Promise<Mail | null> => {
      const kept = keeping.then(() => keep(mail));
      keeping = kept.catch(() => undefined);
      return kept;
    },
  };
}

/** The mails without those that a crash left beside the mail that they were merged into. */
export function separateMerged(mails: Mail[]): { left: Mail[]; merged: Mail[] } {
  const gone = new Set(mails.flatMap(({ merged = [] }) => merged));
  return { left: mails.filter(({ id }) => !gone.has(id)), merged: mails.filter(({ id }) => gone.has(id)) };
}

async function waitingWith({ id, userId, due }: Mail, documents: Documents) {
  const others = await listAll<Mail>(documents, outboxSpace, { userId });
  const same = others.filter((other) => other.state === 'waiting' && other.attempts === 0 && other.due === due);
  const found = same.find((other) => other.id !== id && other.content.kind === 'alerts');
  return found?.content.kind === 'alerts' ? { ...found, content: found.content } : null;
}

/** Newest first. */
function joined(first: Alerts, next: Alerts): Alerts {
  const told = new Set(next.listings.map(({ id }) => id));
  const others = first.listings.filter(({ id }) => !told.has(id));
  const total = first.total + next.total - (first.listings.length - others.length);
  return { kind: 'alerts', listings: [...next.listings, ...others].slice(0, maxMailListings), total };
}

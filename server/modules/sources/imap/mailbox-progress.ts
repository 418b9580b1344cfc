import { hash } from 'node:crypto';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import type { Doc, Documents } from '#projections/store/port.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import type { MailboxAddress } from './mailbox-address.ts';

const { mailboxPlaces, deferredMails } = documentSpaces;

/** A mail that is still to be taken: its source is paused, or (without a source) it failed `tries` times. */
export type DeferredMail = { uid: number; source: string; tries: number };
export const noSource = '';

type PlaceDoc = Doc & { uid: number };
type DeferredMailDoc = Doc & DeferredMail & { place: string };
type Account = Pick<MailboxAddress, 'host' | 'user' | 'folder'>;

export type MailboxProgress = ReturnType<typeof createMailboxProgress>;

/**
 * How far a folder of an account was read, while its UIDVALIDITY is the same and however its server is connected to.
 * All mails up to the last UID are taken, except the deferred ones.
 */
export function createMailboxProgress(documents: Documents, { host, user, folder }: Account, uidValidity: string) {
  // The name INBOX is the same in any case.
  const folderKey = /^inbox$/i.test(folder) ? 'INBOX' : folder;
  const names = JSON.stringify([host.toLowerCase(), user, folderKey, uidValidity]);
  const place = hash('sha256', names, 'base64url');
  const idOf = (uid: number) => `${place}/${uid}`;
  /** By the index of the space. */
  const sort = ['source', 'uid'].map((field) => ({ field, direction: 'asc' as const }));

  return {
    readLastUid: async (): Promise<number> => (await documents.get<PlaceDoc>(mailboxPlaces, place))?.uid ?? 0,
    /** After it the mails up to `lastUid` are taken or deferred. */
    advance: async (lastUid: number, deferred: DeferredMail[]): Promise<void> => {
      await putDeferred(deferred);
      const advance = (storedPlace: PlaceDoc | null): PlaceDoc => ({
        id: place,
        uid: Math.max(lastUid, storedPlace?.uid ?? 0),
      });
      await updateDocument(documents, { space: mailboxPlaces, id: place }, advance);
    },
    /** Replaces what is deferred of these mails. */
    replaceDeferred: async (uids: number[], deferred: DeferredMail[]): Promise<void> => {
      const left = new Set(deferred.map(({ uid }) => uid));
      await putDeferred(deferred);
      await documents.removeAll(deferredMails, uids.filter((uid) => !left.has(uid)).map(idOf));
    },
    hasDeferred: async (): Promise<boolean> =>
      (await documents.list(deferredMails, { where: { place }, limit: 1 })).docs.length > 0,
    /** The first deferred mails of a source. */
    listDeferred: async (source: string, limit: number): Promise<DeferredMail[]> =>
      (await documents.list<DeferredMailDoc>(deferredMails, { where: { place, source }, sort, limit })).docs,
    /** The next source of deferred mails, by name; null for none. */
    findNextSource: async (after: string): Promise<string | null> => {
      const query = { where: { place, source: { gt: after } }, sort, limit: 1 };
      return (await documents.list<DeferredMailDoc>(deferredMails, query)).docs[0]?.source ?? null;
    },
  };

  async function putDeferred(mails: DeferredMail[]): Promise<void> {
    const docs = mails.map(({ uid, source, tries }): DeferredMailDoc => ({ id: idOf(uid), place, uid, source, tries }));
    if (docs.length > 0) await documents.putAll(deferredMails, docs);
  }
}

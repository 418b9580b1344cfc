import { hash } from 'node:crypto';
import { toEmailKey } from '#domain/user/email-key.ts';
import type { Documents } from '#projections/store/port.ts';
import { readPages } from '#projections/store/list-all.ts';
import { type UserDoc, users } from '#projections/users.ts';
import type { EmailRegistry } from '#server/modules/users/index.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import type { DocumentDeps, Platform } from '#server/platform/modules/platform.ts';

const bounceSpace = documentSpaces.bounces;

/** `address` is a hash; once the user has another address, the document no longer applies. */
type BounceDoc = { id: string; userId: string; address: string; status: string; at: string };

type BounceDeps = DocumentDeps & { emails: Pick<EmailRegistry, 'findOwner'> };

/** Records users' addresses that permanently reject mail: no alert is mailed there until the user sets another one. */
export function createBounceRegistry({ documents, clock, emails, log }: BounceDeps) {
  return {
    /** Records an address that bounced; ignores one that no user has. */
    record: async ({ address, status }: { address: string; status: string }): Promise<void> => {
      const userId = await emails.findOwner(address);
      if (userId === null) return;
      const doc: BounceDoc = { id: userId, userId, address: hashAddress(address), status, at: clock().toISOString() };
      await documents.put(bounceSpace, doc);
      log.info({ user: userId, status }, "User's email address bounced permanently");
    },
  };
}

/** Whether mail to the user's current address bounced permanently. */
export async function isBouncing(
  documents: Pick<Documents, 'get'>,
  { id, email }: Pick<UserDoc, 'id' | 'email'>,
): Promise<boolean> {
  const bounce = await documents.get<BounceDoc>(bounceSpace, id);
  return bounce?.address === hashAddress(email);
}

/** The ids of the users whose current address bounces. */
export async function listBouncing({ documents, views }: Pick<Platform, 'documents' | 'views'>): Promise<string[]> {
  const ids: string[] = [];
  for await (const bounces of readPages<BounceDoc>(documents, bounceSpace)) {
    const owners = await views.getMany<UserDoc>(
      users.view,
      bounces.map(({ id }) => id),
    );
    const isCurrent = ({ address }: BounceDoc, n: number) => address === hashAddress(owners[n]?.email ?? '');
    ids.push(...bounces.filter(isCurrent).map(({ id }) => id));
  }
  return ids;
}

/** Lets mail be sent to the user's current address again; false where it did not bounce. */
export async function clearBounce(
  documents: Pick<Documents, 'get' | 'compareAndSet'>,
  { id, email }: Pick<UserDoc, 'id' | 'email'>,
): Promise<boolean> {
  let isCleared = false;
  await updateDocument(documents, { space: bounceSpace, id }, (stored: BounceDoc | null) => {
    isCleared = stored?.address === hashAddress(email);
    return isCleared ? null : stored;
  });
  return isCleared;
}

function hashAddress(address: string): string {
  return hash('sha256', toEmailKey(address), 'base64url');
}

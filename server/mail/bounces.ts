import { createHash } from 'node:crypto';
import { emailKey } from '#domain/user/email-key.ts';
import type { UserDoc } from '#projections/users.ts';
import type { Context } from '../context.ts';

const space = 'bounces';

/** `address` is a hash: with another address of the user's this says nothing any more. */
type BounceDoc = { id: string; userId: string; address: string; status: string; at: string };

type Parts = Pick<Context, 'documents' | 'clock' | 'emails' | 'log'>;

/** Addresses of users that take no mail, for good: no alert is mailed there until the user gives another one. */
export function openBounces({ documents, clock, emails, log }: Parts) {
  return {
    /** Takes note of an address that a mail came back from; one that nobody here has is nothing to us. */
    note: async ({ address, status }: { address: string; status: string }): Promise<void> => {
      const userId = await emails.holderOf(address);
      if (userId === null) return;
      const doc: BounceDoc = { id: userId, userId, address: hashOf(address), status, at: clock().toISOString() };
      await documents.put(space, doc);
      log.info({ user: userId, status }, 'The address of a user takes no mail');
    },
  };
}

/** Whether mail to the address that the user has now came back for good. */
export async function isBouncing(
  documents: Context['documents'],
  { id, email }: Pick<UserDoc, 'id' | 'email'>,
): Promise<boolean> {
  const known = await documents.get<BounceDoc>(space, id);
  return known?.address === hashOf(email);
}

function hashOf(address: string): string {
  return createHash('sha256').update(emailKey(address)).digest('base64url');
}

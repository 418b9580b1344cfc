import { hash, randomBytes } from 'node:crypto';
import { linkCodeMinutes } from '#domain/alert/channels.contract.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';

const space = documentSpaces.channelCodes;
const codeBytes = 18;

/** `usedBy` is the message that brought the code, by the id of its update; null before. */
type CodeDoc = { id: string; userId: string; usedBy: number | null };

export type LinkCodes = ReturnType<typeof createLinkCodes>;

/** Codes by which members show that a chat is theirs, each used once. Only their hashes are stored. */
export function createLinkCodes({ documents, clock }: { documents: Documents; clock: Clock }) {
  return {
    create: async (userId: string): Promise<{ code: string; expiresAt: string }> => {
      const code = randomBytes(codeBytes).toString('base64url');
      const expires = clock().getTime() + linkCodeMinutes * 60_000;
      const earlier = await listAll(documents, space, { userId });
      const doc: CodeDoc = { id: toCodeId(code), userId, usedBy: null };
      await documents.put(space, doc, expires);
      await documents.removeAll(
        space,
        earlier.map(({ id }) => id),
      );
      return { code, expiresAt: new Date(expires).toISOString() };
    },
    /**
     * The member whose code it is; null where it is unknown, expired or used by another message. The same message may be
     * read again after a crash.
     */
    use: async (code: string, updateId: number): Promise<string | null> => {
      const doc = await documents.get<CodeDoc>(space, toCodeId(code));
      if (doc === null || doc.usedBy === updateId) return doc?.userId ?? null;
      const used: CodeDoc = { ...doc, usedBy: updateId };
      return doc.usedBy === null && (await documents.compareAndSet(space, doc, used)) ? doc.userId : null;
    },
  };
}

function toCodeId(code: string): string {
  return hash('sha256', code, 'base64url');
}

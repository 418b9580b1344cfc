import { createHmac, hash } from 'node:crypto';
import { linkCodeMinutes } from '#domain/alert/channels.contract.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { listAll } from '#projections/store/list-all.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import type { Platform } from '#server/platform/modules/platform.ts';

const space = documentSpaces.channelCodes;
const codeBytes = 18;
export const codeKeyPurpose = 'channel codes';

/** `usedBy` is the message that brought the code, by the id of its update; null before. `expires` is in ms. */
type CodeDoc = { id: string; userId: string; usedBy: number | null; expires: number };
type LinkCodeDeps = Pick<Platform, 'documents' | 'clock'> & { key: Buffer };

export type LinkCodes = ReturnType<typeof createLinkCodes>;

/** Codes by which members show that a chat is theirs, each used once. Only their hashes are stored. */
export function createLinkCodes({ documents, clock, key }: LinkCodeDeps) {
  /** A command has one code, so that its repetition shows the same. */
  const deriveCode = (commandId: string) =>
    createHmac('sha256', key).update(commandId).digest().subarray(0, codeBytes).toString('base64url');
  const listOf = async (userId: string) => (await listAll<CodeDoc>(documents, space, { userId })).toSorted(newestFirst);

  return {
    /** The newest code of a member is the only one. */
    create: async (userId: string, commandId: string): Promise<void> => {
      const id = toCodeId(deriveCode(commandId));
      const [last] = await listOf(userId);
      const expires = Math.max(clock().getTime() + linkCodeMinutes * 60_000, (last?.expires ?? 0) + 1);
      const create = (stored: CodeDoc | null): CodeDoc => stored ?? { id, userId, usedBy: null, expires };
      await updateDocument(documents, { space, id, expires: () => expires }, create);
      const [, ...earlier] = await listOf(userId);
      await documents.removeAll(
        space,
        earlier.map((code) => code.id),
      );
    },
    /** The code of a command; null where it was used, replaced or has expired. */
    find: async (commandId: string): Promise<{ code: string; expiresAt: string } | null> => {
      const code = deriveCode(commandId);
      const doc = await documents.get<CodeDoc>(space, toCodeId(code));
      return doc?.usedBy === null ? { code, expiresAt: new Date(doc.expires).toISOString() } : null;
    },
    /**
     * The member whose code it is; null where it is unknown, expired or used by another message. The same message may be
     * read again after a crash.
     */
    use: async (code: string, updateId: number): Promise<string | null> => {
      const use = (stored: CodeDoc | null) => (stored?.usedBy === null ? { ...stored, usedBy: updateId } : stored);
      const doc = await updateDocument(documents, { space, id: toCodeId(code) }, use);
      return doc?.usedBy === updateId ? doc.userId : null;
    },
  };
}

function newestFirst(some: CodeDoc, other: CodeDoc): number {
  return other.expires - some.expires || (some.id < other.id ? -1 : 1);
}

function toCodeId(code: string): string {
  return hash('sha256', code, 'base64url');
}

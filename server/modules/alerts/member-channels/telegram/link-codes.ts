import { hash, randomBytes } from 'node:crypto';
import { linkCodeMinutes } from '#domain/alert/channels.contract.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';

const space = documentSpaces.channelCodes;
const codeBytes = 18;

type CodeDoc = { id: string; userId: string };

export type LinkCodes = ReturnType<typeof createLinkCodes>;

/** Codes by which members show that a chat is theirs, each used once. Only their hashes are stored. */
export function createLinkCodes({ documents, clock }: { documents: Documents; clock: Clock }) {
  return {
    create: async (userId: string): Promise<{ code: string; expiresAt: string }> => {
      const code = randomBytes(codeBytes).toString('base64url');
      const expires = clock().getTime() + linkCodeMinutes * 60_000;
      const doc: CodeDoc = { id: toCodeId(code), userId };
      await documents.put(space, doc, expires);
      return { code, expiresAt: new Date(expires).toISOString() };
    },
    /** The member whose code it is; null where it is unknown, expired or used. */
    use: async (code: string): Promise<string | null> => {
      const doc = await documents.get<CodeDoc>(space, toCodeId(code));
      const isUsed = doc !== null && (await documents.compareAndSet(space, doc, null));
      return isUsed ? doc.userId : null;
    },
  };
}

function toCodeId(code: string): string {
  return hash('sha256', code, 'base64url');
}

import { readStoredJson, writeStored } from '../browser/storage.ts';

// What was typed and not saved yet. It outlives a link away and the end of the session, in the same tab and for the
// same account.
const area = 'sessionStorage';
const prefix = 'draft';

const getKey = (userId: string, name: string) => `${prefix} ${userId} ${name}`;

export function readDraft(userId: string, name: string): unknown {
  return readStoredJson(area, getKey(userId, name));
}

/** Null removes it. */
export function storeDraft(userId: string, name: string, draft: unknown): void {
  writeStored(area, getKey(userId, name), draft === null ? null : JSON.stringify(draft));
}

/** Removes the drafts of all accounts, or of all but one. */
export function removeDrafts(exceptUserId = ''): void {
  for (const key of listKeys()) {
    const [kind, userId] = key.split(' ');
    if (kind === prefix && userId !== exceptUserId) writeStored(area, key, null);
  }
}

function listKeys(): string[] {
  try {
    return Object.keys(sessionStorage);
  } catch {
    return []; // a browser may refuse storage
  }
}

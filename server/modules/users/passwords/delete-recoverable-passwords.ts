import type { Logger } from 'pino';
import type { ListedDocuments } from '#projections/store/port.ts';
import { runEvery, type Schedule } from '#server/lib/scheduler.ts';
import { type Credential, credentialsSpace } from './vault.ts';

const defaultPageSize = 500;
/** In ms. A process that is not stopped yet may store another one in the meantime. */
const intervalMs = 60 * 60_000;

export type RecoverablePasswordCleanupDeps = {
  /** Overwrites on disk what the stores have removed. */
  accountErasure: { scrub: () => Promise<void> };
  log: Logger;
};

/** Deletes the recoverable passwords where no admin may see a password: at once, and every hour until `stop`. */
export function startRecoverablePasswordCleanup(
  { accountErasure, log }: RecoverablePasswordCleanupDeps,
  documents: Pick<ListedDocuments, 'page' | 'replace'>,
): Schedule {
  const work = async () => {
    const dropped = await deleteRecoverablePasswords(documents);
    if (dropped === 0) return;
    await accountErasure.scrub();
    log.info({ dropped }, 'Deleted the recoverable passwords because PASSWORD_REVEAL is off');
  };
  return runEvery({ work, intervalMs, log, failureMessage: 'Failed to delete all recoverable passwords; retrying' });
}

/**
 * Deletes the recoverable form of passwords; their hashes stay. It can be interrupted at any moment and run again; a
 * credential that is changed in the meantime is left alone. At most `limit` are in memory at once. Resolves to the
 * number deleted.
 */
export async function deleteRecoverablePasswords(
  documents: Pick<ListedDocuments, 'page' | 'replace'>,
  pageSize = defaultPageSize,
): Promise<number> {
  let dropped = 0;
  for (let after = ''; ; ) {
    const page = await documents.page(credentialsSpace, after, pageSize);
    for (const { doc } of page) {
      const credential = doc as Credential; // the vault keeps nothing else there
      if (credential.recoverable === null) continue;
      const hashOnly: Credential = { ...credential, recoverable: null };
      if (await documents.replace(credentialsSpace, credential, hashOnly)) dropped += 1;
    }
    const last = page.at(-1);
    if (!last) return dropped;
    after = last.doc.id;
  }
}

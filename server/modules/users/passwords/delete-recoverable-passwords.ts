import type { Logger } from 'pino';
import { readPages } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
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
  documents: Pick<Documents, 'list' | 'compareAndSet'>,
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
  documents: Pick<Documents, 'list' | 'compareAndSet'>,
  pageSize = defaultPageSize,
): Promise<number> {
  let dropped = 0;
  for await (const credentials of readPages<Credential>(documents, credentialsSpace, { pageSize })) {
    for (const credential of credentials) {
      if (credential.recoverable === null) continue;
      const hashOnly: Credential = { ...credential, recoverable: null };
      if (await documents.compareAndSet(credentialsSpace, credential, hashOnly)) dropped += 1;
    }
  }
  return dropped;
}

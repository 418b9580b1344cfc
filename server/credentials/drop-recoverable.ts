import type { ListedDocuments } from '#projections/store/port.ts';
import type { Context } from '../context.ts';
import { repeatedly } from '../time/repeatedly.ts';
import { type Credential, credentialsSpace } from './vault.ts';

const atOnce = 500;
/** In ms. A process that is still to be stopped may keep another one meanwhile. */
const every = 60 * 60_000;

/** Throws away, at once and every hour, the passwords that can be shown: for where nobody may see any. */
export function startDroppingRecoverable(
  { forgetting, log }: Pick<Context, 'forgetting' | 'log'>,
  documents: Pick<ListedDocuments, 'page' | 'replace'>,
) {
  const work = async () => {
    const dropped = await dropRecoverable(documents);
    if (dropped === 0) return;
    await forgetting.scrub();
    log.info({ dropped }, 'Passwords that could be shown were thrown away: PASSWORD_REVEAL is off');
  };
  return repeatedly({ work, every, log, trouble: 'Passwords that can be shown were not all thrown away' });
}

/**
 * What passwords could be read from goes, and what they are checked by stays. It may be stopped at any moment and run
 * again; one that is changed meanwhile is left as it is now. `limit` are held in memory at once. Resolves to how many were
 * thrown away.
 */
export async function dropRecoverable(
  documents: Pick<ListedDocuments, 'page' | 'replace'>,
  limit = atOnce,
): Promise<number> {
  let dropped = 0;
  for (let after = ''; ; ) {
    const page = await documents.page(credentialsSpace, after, limit);
    for (const { doc } of page) {
      const credential = doc as Credential; // the vault keeps nothing else there
      if (credential.recoverable === null) continue;
      const bare: Credential = { ...credential, recoverable: null };
      if (await documents.replace(credentialsSpace, credential, bare)) dropped += 1;
    }
    const last = page.at(-1);
    if (!last) return dropped;
    after = last.doc.id;
  }
}

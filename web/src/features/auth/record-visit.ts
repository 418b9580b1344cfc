import { visitPaths } from '#domain/visit/paths.contract.ts';
import { send } from '#web/lib/api/api.ts';

let isRecorded = false;

/** Records that somebody came to the sign-in page, once a load. Nobody there needs to know when that fails. */
export function recordVisit(): void {
  if (isRecorded) return;
  isRecorded = true;
  send('POST', visitPaths.track, { referrer: document.referrer }).catch((error: unknown) => {
    console.error('The visit was not recorded.', error);
  });
}

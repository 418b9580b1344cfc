import { visitPaths } from '#domain/visit/paths.contract.ts';
import { send } from '#web/lib/api/api.ts';

let isRecorded = false;

/** Records a visit of the sign-in page, once per load. A failure is not shown to the visitor. */
export function recordVisit(): void {
  if (isRecorded) return;
  isRecorded = true;
  send('POST', visitPaths.track, { referrer: document.referrer }).catch((error: unknown) => {
    console.error('The visit was not recorded.', error);
  });
}

import { describeStorage } from '../describe-storage.ts';
import type { MoveResult } from './installation.ts';
import type { MigrateOptions } from './options.ts';

const formatCount = (number: number) => number.toLocaleString('en-US');

export function renderMoveReport(
  { source, target }: MigrateOptions,
  { before, copied, log, documents, pictures }: MoveResult,
): string {
  return `${formatCount(copied)} events copied, ${formatCount(before)} were there already.
The same in ${describeStorage(source)}
and in      ${describeStorage(target)}:
  log        ${formatCount(log.count).padStart(10)}  SHA-256 ${log.sha256}
  documents  ${formatCount(documents.count).padStart(10)}  SHA-256 ${documents.sha256}
  pictures   ${formatCount(pictures).padStart(10)}
Start the server on the copy with the same CREDENTIAL_KEY: it builds its views first, and all users must sign in again.
Do not start it on the source again: what happens there would be missing here.
`;
}

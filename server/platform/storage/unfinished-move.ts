import type { Documents } from '#projections/store/port.ts';
import { StartRefused } from '#server/lib/errors.ts';

/** Where it is written down that data are on their way into these stores. */
export const unfinishedSpace = 'unfinished-move';
const id = 'target';

export function beginMove(documents: Documents): Promise<void> {
  return documents.put(unfinishedSpace, { id });
}

export function endMove(documents: Documents): Promise<void> {
  return documents.remove(unfinishedSpace, id);
}

/** A server at work on half an installation would make it another one. Throws StartRefused. */
export async function refuseUnfinishedMove(documents: Documents, where: string): Promise<void> {
  if ((await documents.get(unfinishedSpace, id)) === null) return;
  throw new StartRefused(
    `${where} was copied into in part only: run the same \`npm run migrate\` again until it says that all is there`,
  );
}

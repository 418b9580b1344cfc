import type { FirstMinute } from '#domain/alert/channels.contract.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import type { Documents } from '#projections/store/port.ts';
import { updateDocument } from '#projections/store/update-document.ts';

const space = documentSpaces.firstMinutes;
const nothingDone: FirstMinute = { isChannelChosen: false, isDismissed: false };

type Changes = { [K in keyof FirstMinute]?: boolean | undefined };
type FirstMinuteDoc = FirstMinute & { id: string; userId: string };

/** What new members have done of the checklist, beyond what their account shows. */
export function createFirstMinutes({ documents }: { documents: Documents }) {
  return {
    find: async (userId: string): Promise<FirstMinute> =>
      toFirstMinute(await documents.get<FirstMinuteDoc>(space, userId)),
    update: async (userId: string, changes: Changes): Promise<FirstMinute> => {
      const change = (stored: FirstMinuteDoc | null): FirstMinuteDoc => {
        const before = toFirstMinute(stored);
        const { isChannelChosen = before.isChannelChosen, isDismissed = before.isDismissed } = changes;
        return { id: userId, userId, isChannelChosen, isDismissed };
      };
      return toFirstMinute(await updateDocument(documents, { space, id: userId }, change));
    },
  };
}

function toFirstMinute(doc: FirstMinuteDoc | null): FirstMinute {
  const { isChannelChosen, isDismissed } = doc ?? nothingDone;
  return { isChannelChosen, isDismissed };
}

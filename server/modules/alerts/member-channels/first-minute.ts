import type { FirstMinute } from '#domain/alert/channels.contract.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import type { Documents } from '#projections/store/port.ts';

const space = documentSpaces.firstMinutes;
const nothingDone: FirstMinute = { isChannelChosen: false, isDismissed: false };

type Changes = { [K in keyof FirstMinute]?: boolean | undefined };
type FirstMinuteDoc = FirstMinute & { id: string; userId: string };

/** What new members have done of the checklist, beyond what their account shows. */
export function createFirstMinutes({ documents }: { documents: Documents }) {
  const find = async (userId: string): Promise<FirstMinute> => {
    const doc = await documents.get<FirstMinuteDoc>(space, userId);
    if (doc === null) return nothingDone;
    const { isChannelChosen, isDismissed } = doc;
    return { isChannelChosen, isDismissed };
  };
  return {
    find,
    update: async (userId: string, changes: Changes): Promise<FirstMinute> => {
      const before = await find(userId);
      const { isChannelChosen = before.isChannelChosen, isDismissed = before.isDismissed } = changes;
      const next = { isChannelChosen, isDismissed };
      const doc: FirstMinuteDoc = { id: userId, userId, ...next };
      await documents.put(space, doc);
      return next;
    },
  };
}

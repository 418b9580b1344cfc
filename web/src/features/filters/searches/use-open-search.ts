import { useState } from 'react';
import { flushSync } from 'react-dom';
import { firstSearch } from '#domain/user/searches.contract.ts';
import { focusField } from '#web/lib/focus/focus-field.ts';

/** Which search of the list is open: at first the first one. */
export function useOpenSearch() {
  const [openId, setOpenId] = useState<string | null>(firstSearch.id);
  return {
    openId,
    setOpenId,
    /** Focuses the ZIP of the first search. */
    goToZip: () => {
      flushSync(() => setOpenId(firstSearch.id));
      focusField('zipCode');
    },
  };
}

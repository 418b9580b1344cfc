import { useCallback, useState } from 'react';
import { readDraft, storeDraft } from '#web/lib/session/drafts.ts';
import { useAuth } from '#web/lib/session/auth.tsx';

/** State of a form that is kept as a draft of the signed-in user; null while nothing is typed. */
export function useDraft<T>(name: string): [T | null, (draft: T | null) => void] {
  const { user } = useAuth();
  const userId = user?.id ?? '';
  const [draft, setDraft] = useState(() => readDraft(userId, name) as T | null); // written below
  const change = useCallback(
    (next: T | null) => {
      storeDraft(userId, name, next);
      setDraft(() => next);
    },
    [userId, name],
  );
  return [draft, change];
}

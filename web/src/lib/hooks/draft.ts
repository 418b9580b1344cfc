import { useEffect, useState } from 'react';

const settlesAfter = 350;

type Drafting<T> = {
  /** What counts now. */
  value: T;
  /** What a draft asks for. */
  read: (draft: T) => T;
  isSame: (a: T, b: T) => boolean;
  ask: (value: T) => void;
};

/** What is being typed for a value that an address holds: it is asked for once it has rested for a moment. */
export function useDraft<T>({ value, read, isSame, ask }: Drafting<T>): [T, (draft: T) => void] {
  const [draft, setDraft] = useState(value);
  const [shown, setShown] = useState(value);
  const [asked, setAsked] = useState(value);
  if (!isSame(value, shown)) {
    setShown(value);
    setAsked(value);
    // Not what was asked here, after which more may have been typed: a link, or the way back.
    if (!isSame(value, asked)) setDraft(value);
  }
  useEffect(() => {
    const next = read(draft);
    if (isSame(next, value)) return;
    const timer = setTimeout(() => {
      setAsked(next);
      ask(next);
    }, settlesAfter);
    return () => clearTimeout(timer);
  }, [draft, value, read, isSame, ask]);
  return [draft, setDraft];
}

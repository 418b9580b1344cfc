import { useEffect, useState } from 'react';

const debounceMs = 350;

type DebouncedDraftOptions<T> = {
  /** What counts now. */
  value: T;
  /** What a draft asks for. */
  read: (draft: T) => T;
  isSame: (a: T, b: T) => boolean;
  ask: (value: T) => void;
};

/** What is being typed for a value that an address holds: it is asked for once it has rested for a moment. */
export function useDebouncedDraft<T>({ value, read, isSame, ask }: DebouncedDraftOptions<T>): [T, (draft: T) => void] {
  const [draft, setDraft] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [requested, setRequested] = useState(value);
  if (!isSame(value, lastValue)) {
    setLastValue(value);
    setRequested(value);
    // Not what was asked here, after which more may have been typed: a link, or the way back.
    if (!isSame(value, requested)) setDraft(value);
  }
  useEffect(() => {
    const next = read(draft);
    if (isSame(next, value)) return;
    const timer = setTimeout(() => {
      setRequested(next);
      ask(next);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [draft, value, read, isSame, ask]);
  return [draft, setDraft];
}

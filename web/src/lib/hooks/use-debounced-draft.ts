import { useEffect, useState } from 'react';

const debounceMs = 200;

type DebouncedDraftOptions<T> = {
  /** The current value. */
  value: T;
  /** Applies a draft. */
  normalize: (draft: T) => T;
  isSame: (a: T, b: T) => boolean;
  onChange: (value: T) => void;
};

/** A draft of a value in the address: it is applied after a pause in typing. */
export function useDebouncedDraft<T>({
  value,
  normalize,
  isSame,
  onChange,
}: DebouncedDraftOptions<T>): [T, (draft: T) => void] {
  const [draft, setDraft] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [requested, setRequested] = useState(value);
  if (!isSame(value, lastValue)) {
    setLastValue(value);
    setRequested(value);
    // Changed by something else, a link or back navigation: not by this draft, which may have been edited further
    // since.
    if (!isSame(value, requested)) setDraft(value);
  }
  useEffect(() => {
    const next = normalize(draft);
    if (isSame(next, value)) return;
    const timer = setTimeout(() => {
      setRequested(next);
      onChange(next);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [draft, value, normalize, isSame, onChange]);
  return [draft, setDraft];
}

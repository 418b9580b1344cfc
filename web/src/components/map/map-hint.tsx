import { useCallback, useEffect, useRef, useState } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

const hintMs = 1500;

/** A hint, shown for a moment after each call. */
export function useMapHint(): [text: string, show: (text: string) => void] {
  const [text, setText] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = useCallback((next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setText(''), hintMs);
  }, []);
  return [text, show];
}

export function MapHint({ text }: { text: string }) {
  return (
    <div
      aria-hidden="true"
      className={joinClasses(
        'pointer-events-none absolute inset-x-0 bottom-3 z-10 flex justify-center px-3 transition-opacity duration-200',
        text === '' && 'opacity-0',
      )}
    >
      <span className="rounded-full bg-panel-deep/90 px-3 py-1.5 text-sm text-panel-text empty:hidden">{text}</span>
    </div>
  );
}

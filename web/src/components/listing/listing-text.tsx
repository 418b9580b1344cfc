import { useLayoutEffect, useRef, useState } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

/** The text of the source; more than three lines expand on demand. */
export function ListingText({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const paragraph = useRef<HTMLParagraphElement>(null);
  const isTruncated = useIsTruncated(paragraph);
  if (text === '') return null;
  return (
    <div className="text-sm text-muted">
      <p ref={paragraph} className={joinClasses('break-words whitespace-pre-line', !open && 'line-clamp-3')}>
        {text}
      </p>
      {(isTruncated || open) && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="mt-1 min-h-6 font-semibold text-primary hover:underline"
        >
          {open ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  );
}

/** Whether part of the text is cut off at its current width. */
function useIsTruncated(element: React.RefObject<HTMLElement | null>): boolean {
  const [isTruncated, setTruncated] = useState(false);
  useLayoutEffect(() => {
    const paragraphElement = element.current;
    if (!paragraphElement) return;
    const measure = () => setTruncated(paragraphElement.scrollHeight > paragraphElement.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(paragraphElement);
    return () => observer.disconnect();
  }, [element]);
  return isTruncated;
}

import { useLayoutEffect, useRef, useState } from 'react';
import { classes } from '#web/lib/classes.ts';

/** What the source wrote; a text of more than three lines opens on demand. */
export function ListingDetails({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const paragraph = useRef<HTMLParagraphElement>(null);
  const cut = useCut(paragraph);
  if (text === '') return null;
  return (
    <div className="text-sm text-muted">
      <p ref={paragraph} className={classes('break-words whitespace-pre-line', !open && 'line-clamp-3')}>
        {text}
      </p>
      {(cut || open) && (
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

/** Whether a part of the text is out of sight, at the width that it has just now. */
function useCut(element: React.RefObject<HTMLElement | null>): boolean {
  const [cut, setCut] = useState(false);
  useLayoutEffect(() => {
    const shown = element.current;
    if (!shown) return;
    const measure = () => setCut(shown.scrollHeight > shown.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(shown);
    return () => observer.disconnect();
  }, [element]);
  return cut;
}

import { useState } from 'react';
import { classes } from '#web/lib/classes.ts';

const shortEnough = 180;

/** What the source wrote; a long text opens on demand. */
export function ListingDetails({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  if (text === '') return null;
  const long = text.length > shortEnough;
  return (
    <div className="text-sm text-muted">
      <p className={classes('break-words whitespace-pre-line', long && !open && 'line-clamp-3')}>{text}</p>
      {long && (
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

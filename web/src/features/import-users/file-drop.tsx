import { type DragEvent, useId, useState } from 'react';
import { classes } from '#web/lib/classes.ts';

type FileDropProps = { pending: boolean; choose: (file: File) => void; failure: string | null };

const taken = '.xlsx,.xls,.csv';

/** A file from a list, or dropped here. */
export function FileDrop({ pending, choose, failure }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const hintId = useId();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files.item(0);
    if (file && !pending) choose(file);
  };
  return (
    <div className="mt-3 grid gap-4">
      <p id={hintId} className="text-pretty text-muted">
        A spreadsheet (.xlsx, .xls or .csv) with the columns of an export of users; only Email is required, Password may
        be added. You will see what it does before anything is changed.
      </p>
      <label
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={classes(
          'grid min-h-36 cursor-pointer place-items-center gap-1 rounded-card border-2 border-dashed p-6 text-center',
          'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
          isOver ? 'border-focus bg-primary-soft' : 'border-control hover:bg-sunken',
        )}
      >
        <span className="font-semibold">{pending ? 'Reading the file…' : 'Choose a file, or drop it here'}</span>
        <input
          type="file"
          accept={taken}
          aria-describedby={hintId}
          disabled={pending}
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.item(0);
            // The same file, corrected, may be chosen again.
            event.target.value = '';
            if (file) choose(file);
          }}
        />
      </label>
      {failure !== null && (
        <p role="alert" className="text-sm font-medium text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}

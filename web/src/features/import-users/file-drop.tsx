import { type DragEvent, useEffect, useId, useState } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

type FileDropProps = { pending: boolean; choose: (file: File) => void; failure: string | null };

const acceptedTypes = '.xlsx,.xls,.csv';
const readingText = 'Reading the file…';

/** A file from a picker, or dropped here. */
export function FileDrop({ pending, choose, failure }: FileDropProps) {
  const hintId = useId();
  const chooseFile = (file: File | null | undefined) => {
    if (file && !pending) choose(file);
  };
  const { isDragging, handlers } = useFileDrop(chooseFile);
  return (
    <div className="mt-3 grid gap-4">
      <p id={hintId} className="text-pretty text-muted">
        Upload a spreadsheet (.xlsx, .xls or .csv) with the same columns as the user export. Only Email is required.
        You’ll get a preview first.
      </p>
      <label
        {...handlers}
        className={joinClasses(
          'relative grid min-h-36 cursor-pointer place-items-center gap-1 rounded-card border-2 border-dashed p-6 text-center',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          isDragging ? 'border-focus bg-primary-soft' : 'border-control hover:bg-sunken',
        )}
      >
        <span className="font-semibold">{pending ? readingText : 'Choose a file, or drop it here'}</span>
        <input
          type="file"
          accept={acceptedTypes}
          // When the user returns to choose another file, the button that had the focus is gone.
          autoFocus
          aria-describedby={hintId}
          aria-disabled={pending}
          className="sr-only"
          onClick={(event) => {
            if (pending) event.preventDefault();
          }}
          onChange={(event) => {
            const file = event.target.files?.item(0);
            // The same file, corrected, may be chosen again.
            event.target.value = '';
            chooseFile(file);
          }}
        />
      </label>
      <p role="status" className="sr-only">
        {pending && readingText}
      </p>
      {failure !== null && (
        <p role="alert" className="text-sm font-medium break-words text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}

/** A drop zone; a file dropped elsewhere is not opened by the browser in place of this page. */
function useFileDrop(chooseFile: (file: File | null) => void) {
  const [isDragging, setIsOver] = useState(false);
  useEffect(() => {
    const ignore = (event: Event) => event.preventDefault();
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);
  const handlers = {
    onDragEnter: () => setIsOver(true),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      chooseFile(event.dataTransfer.files.item(0));
    },
  };
  return { isDragging, handlers };
}

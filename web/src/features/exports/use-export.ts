import { useEffect, useRef, useState } from 'react';
import { useAction } from '#web/lib/hooks/action.ts';
import type { Progress } from '#web/lib/api/all-pages.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { type Format, fileName, fileOf } from './file.ts';
import type { Kind, Reading } from './kinds.ts';

/** Shorter work needs no word. */
const worthShowing = 1000;

type Wish = { kind: Kind; format: Format };

/** Reads all rows and hands the person a file; `progress` is there once that takes a while. */
export function useExport() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const { start, pending } = useAction({
    send: async (wish: Wish) => {
      const { signal } = (running.current = new AbortController());
      try {
        return await withProgress(setProgress, (onProgress) => made(wish, { onProgress, signal }));
      } catch (error) {
        if (signal.aborted) return 'stopped' as const;
        throw error;
      }
    },
    done: (file, { kind }) => {
      if (file === 'stopped') return;
      if (file) saveFile(file.content, file.name);
      else toast({ title: `There are no ${kind.noun} to export`, variant: 'destructive' });
    },
    failure: 'Export failed',
  });
  return { start, pending, progress, stop: () => running.current?.abort() };
}

/** The file, or null where it would have no row. */
async function made({ kind, format }: Wish, reading: Reading) {
  const sheet = await kind.sheet(reading);
  if (sheet.rows.length === 0) return null;
  const content = await fileOf(sheet, format);
  reading.signal.throwIfAborted();
  return { content, name: fileName(kind.prefix, format, new Date()) };
}

/** Tells how far the work has come once it has taken a while, and null when it is over. */
async function withProgress<T>(
  tell: (progress: Progress | null) => void,
  work: (onProgress: (progress: Progress) => void) => Promise<T>,
): Promise<T> {
  let last: Progress = { read: 0, total: 0 };
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    tell(last);
  }, worthShowing);
  try {
    return await work((now) => {
      last = now;
      if (isSlow) tell(now);
    });
  } finally {
    clearTimeout(timer);
    tell(null);
  }
}

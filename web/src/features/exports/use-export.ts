import { useEffect, useRef, useState } from 'react';
import { useAction } from '#web/lib/action.ts';
import type { Progress } from '#web/lib/all-pages.ts';
import { toast } from '#web/lib/toast.ts';
import { type Format, fileName, fileOf, saveFile } from './file.ts';
import type { Kind } from './kinds.ts';

/** Shorter work needs no word. */
const worthShowing = 1000;

/** Reads all rows and hands the person a file; `progress` is there once that takes a while. */
export function useExport() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const { start, pending } = useAction({
    send: async ({ kind, format }: { kind: Kind; format: Format }) => {
      const abort = new AbortController();
      running.current = abort;
      const began = Date.now();
      const onProgress = (now: Progress) => {
        if (Date.now() - began > worthShowing) setProgress(now);
      };
      try {
        const sheet = await kind.sheet({ onProgress, signal: abort.signal });
        if (sheet.rows.length === 0) return null;
        return { content: await fileOf(sheet, format), name: fileName(kind.prefix, format, new Date()) };
      } catch (error) {
        if (abort.signal.aborted) return 'stopped' as const;
        throw error;
      } finally {
        setProgress(null);
      }
    },
    done: (file, { kind }) => {
      if (file === 'stopped') return;
      if (file) saveFile(file.content, file.name);
      else toast({ title: `There are no ${nounOf(kind)} to export`, variant: 'destructive' });
    },
    failure: 'Export failed',
  });
  return { start, pending, progress, stop: () => running.current?.abort() };
}

function nounOf({ title }: Kind): string {
  return title.replace('Export ', '').toLowerCase();
}

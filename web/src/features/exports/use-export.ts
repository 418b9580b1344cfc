import { useEffect, useRef, useState } from 'react';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import type { FetchProgress } from '#web/lib/api/fetch-all-pages.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { saveFile } from '#web/lib/browser/save-file.ts';
import { type FileFormat, createExportFileName, createExportBlob } from './export-file.ts';
import type { ExportKind, ExportReadOptions } from './export-kinds.ts';

/** In ms: shorter exports show no progress. */
const showProgressAfterMs = 1000;

type ExportRequest = { kind: ExportKind; format: FileFormat };

/** Loads all rows and saves a file; `progress` is set once that takes a while. */
export function useExport() {
  const [progress, setProgress] = useState<FetchProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const { start, pending } = useUserAction(
    {
      send: async (request: ExportRequest) => {
        const { signal } = (running.current = new AbortController());
        try {
          return await withProgress(setProgress, (onProgress) => createExportFile(request, { onProgress, signal }));
        } catch (error) {
          if (signal.aborted) return 'stopped' as const;
          throw error;
        }
      },
    },
    {
      onSuccess: (file, { kind }) => {
        if (file === 'stopped') return;
        if (file) saveFile(file.content, file.name);
        else toast({ title: `There are no ${kind.noun} to export`, variant: 'destructive' });
      },
      errorTitle: 'Export failed',
    },
  );
  return { start, pending, progress, stop: () => running.current?.abort() };
}

/** The file, or null if it would have no rows. */
async function createExportFile({ kind, format }: ExportRequest, reading: ExportReadOptions) {
  const sheet = await kind.sheet(reading);
  if (sheet.rows.length === 0) return null;
  const content = await createExportBlob(sheet, format);
  reading.signal.throwIfAborted();
  return { content, name: createExportFileName(kind.prefix, format, new Date()) };
}

/** Reports progress once the export has taken a while, and null when it is over. */
async function withProgress<T>(
  report: (progress: FetchProgress | null) => void,
  work: (onProgress: (progress: FetchProgress) => void) => Promise<T>,
): Promise<T> {
  let last: FetchProgress = { read: 0, total: 0 };
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    report(last);
  }, showProgressAfterMs);
  try {
    return await work((now) => {
      last = now;
      if (isSlow) report(now);
    });
  } finally {
    clearTimeout(timer);
    report(null);
  }
}

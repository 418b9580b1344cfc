import { formatDayInput } from '#web/lib/day.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { saveFile } from '#web/lib/browser/save-file.ts';
import { downloadOwnData } from './queries.ts';

/** Saves all that the server holds on the user as a file. */
export function useDataDownload() {
  return useUserAction(downloadOwnData, {
    onSuccess: (data) => {
      const readable = JSON.stringify(data, null, 2);
      saveFile(new Blob([readable], { type: 'application/json' }), `my-data_${formatDayInput(new Date())}.json`);
    },
    errorTitle: 'Download failed',
  });
}

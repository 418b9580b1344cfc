import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { formatDayInput } from '#web/lib/day.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { downloadOwnData } from './queries.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** Export and deletion of the user's data: not a setting, so it is placed below the cards. */
export function AccountDataSection() {
  const [isDeleting, setDeleting] = useState(false);
  const download = useUserAction(downloadOwnData, {
    onSuccess: (data) => {
      const readable = JSON.stringify(data, null, 2);
      saveFile(new Blob([readable], { type: 'application/json' }), `my-data_${formatDayInput(new Date())}.json`);
    },
    errorTitle: 'Download failed',
  });
  return (
    <section aria-label="Your data" className="mt-8 border-t border-line px-1 pt-6">
      <p className="max-w-prose text-sm text-pretty text-muted">
        Download a copy of your data, or delete your account.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" pending={download.pending && 'Preparing…'} onClick={() => download.start()}>
          Download my data
        </Button>
        <Button variant="quiet" onClick={() => setDeleting(true)}>
          Delete my account
        </Button>
      </div>
      {isDeleting && <DeleteAccountDialog close={() => setDeleting(false)} />}
    </section>
  );
}

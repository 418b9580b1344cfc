import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { useDataDownload } from './use-data-download.ts';

/** Export and deletion of the user's data: not a setting, so it is placed below the cards. */
export function AccountDataSection() {
  const [isDeleting, setDeleting] = useState(false);
  const download = useDataDownload();
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

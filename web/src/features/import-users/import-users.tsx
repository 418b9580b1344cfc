import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { ImportDialog } from './import-dialog.tsx';

/** Imports users from a spreadsheet, after a preview. */
export function ImportUsers() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Import Users
      </Button>
      {open && <ImportDialog close={() => setOpen(false)} />}
    </>
  );
}

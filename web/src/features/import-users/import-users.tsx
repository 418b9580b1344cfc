import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { ImportDialog } from './import-dialog.tsx';

/** Takes users in from a spreadsheet, after a look at what that will do. */
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

import { useState } from 'react';
import type { ChosenListing } from '#domain/matching/match-explanation.contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { TextField } from '#web/components/ui/form/field.tsx';
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts';
import { MatchCheck } from './match-check.tsx';

const debounceMs = 350;

type MatchExplanationDialogProps = { email: string; listing?: ChosenListing | null; close: () => void };

/** Selects a user and a listing, then shows the result as of then and as of now. */
export function MatchExplanationDialog({ email, listing = null, close }: MatchExplanationDialogProps) {
  const [user, setUser] = useState(email);
  // Waits for a whole email: a partial one would be refused as unknown.
  const debouncedUser = useDebouncedValue(user.trim(), debounceMs);
  return (
    <Dialog title="Check a match" onClose={close}>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        {email === '' ? (
          <TextField
            label="User"
            type="email"
            autoComplete="off"
            hint="Email"
            autoFocus
            value={user}
            onChange={(event) => setUser(event.target.value)}
          />
        ) : (
          <p className="text-sm wrap-anywhere text-muted">For {email}</p>
        )}
        <MatchCheck user={debouncedUser} listing={listing} />
        <div className="flex justify-end">
          <Button variant="secondary" onClick={close}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

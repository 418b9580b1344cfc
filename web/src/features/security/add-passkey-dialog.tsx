import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField } from '#web/components/ui/form/field.tsx';
import { FormDialog } from '#web/components/ui/overlay/form-dialog.tsx';
import { ApiError } from '#web/lib/api/api.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { addPasskey, sessionsQuery } from './queries.ts';

type AddPasskeyDialogProps = { close: () => void; showCodes: (codes: readonly string[]) => void };

/** Asks for the name of a passkey; the browser then asks for the passkey itself. */
export function AddPasskeyDialog({ close, showCodes }: AddPasskeyDialogProps) {
  const { data: sessions = [] } = useQuery(sessionsQuery);
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const name = typed ?? sessions.find(({ isCurrent }) => isCurrent)?.browser ?? 'My passkey';
  const add = useUserAction(addPasskey, {
    onSuccess: ({ recoveryCodes }) => {
      close();
      showCodes(recoveryCodes);
      toast({ title: 'Passkey added' });
    },
    onError: (error) => setProblem(error instanceof ApiError && error.status === 400 ? error.text : undefined),
    errorTitle: 'Passkey not added',
  });
  return (
    <FormDialog
      title="Add a passkey"
      action="Add"
      pending={add.pending && 'Adding…'}
      close={close}
      submit={() => add.start(name)}
    >
      <TextField
        label="Name"
        hint="To recognize it later. Your browser then asks you to create the passkey."
        maxLength={60}
        value={name}
        error={problem}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  );
}

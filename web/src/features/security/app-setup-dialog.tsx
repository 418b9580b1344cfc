import { useState } from 'react';
import type { AppSetup } from '#domain/sign-in/second-factor.contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { appCodeInput } from '#web/components/ui/form/code-field.tsx';
import { TextField } from '#web/components/ui/form/field.tsx';
import { FormDialog } from '#web/components/ui/overlay/form-dialog.tsx';
import { CopyIcon } from '#web/components/ui/page-icons.tsx';
import { ApiError } from '#web/lib/api/api.ts';
import { copyText } from '#web/lib/browser/clipboard.ts';
import { focusField } from '#web/lib/focus/focus-field.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { confirmOwnApp } from './queries.ts';

type AppSetupDialogProps = { setup: AppSetup; close: () => void; showCodes: (codes: readonly string[]) => void };

/** The secret for an authenticator app, and the field for its first code. */
export function AppSetupDialog({ setup, close, showCodes }: AppSetupDialogProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const confirm = useUserAction(confirmOwnApp, {
    onSuccess: ({ recoveryCodes }) => {
      close();
      showCodes(recoveryCodes);
      toast({ title: 'Authenticator app set up' });
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 400) return;
      setProblem(error.text);
      focusField('appCode');
    },
    errorTitle: 'Setup failed',
  });
  return (
    <FormDialog
      title="Set up an authenticator app"
      action="Confirm"
      pending={confirm.pending && 'Confirming…'}
      close={close}
      submit={() => confirm.start(code)}
    >
      <p className="text-pretty text-muted">
        Scan this with an authenticator app, or type the secret. Then enter the code that the app shows.
      </p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(setup.qr)}`}
        alt="QR code for your authenticator app"
        // A scanner needs a white margin, in dark mode too.
        className="mx-auto my-4 size-44 rounded-control border border-line bg-[white] p-3"
      />
      <SetupSecret secret={setup.secret} />
      <TextField
        label="Code from the app"
        name="appCode"
        {...appCodeInput}
        value={code}
        error={problem}
        onChange={({ target }) => setCode(target.value)}
      />
    </FormDialog>
  );
}

function SetupSecret({ secret }: { secret: string }) {
  return (
    <div className="mb-5 flex items-center justify-between gap-3 rounded-control bg-sunken p-3 text-sm">
      <p className="font-mono wrap-anywhere">
        <span className="sr-only">Secret: </span>
        {secret}
      </p>
      <Button variant="secondary" size="small" onClick={() => void copyText(secret)}>
        <CopyIcon className="size-4" /> Copy
      </Button>
    </div>
  );
}

import { useState } from 'react';
import type { AppSetup } from '#domain/sign-in/second-factor.contract.ts';
import { ConfirmActionDialog } from '#web/components/confirm-action-dialog.tsx';
import { type SettingControl, SettingRow } from '#web/components/ui/setting-row.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { AppSetupDialog } from './app-setup-dialog.tsx';
import { beginApp, removeOwnApp } from './queries.ts';

type AuthenticatorAppProps = { isOn: boolean; showCodes: (codes: readonly string[]) => void };

export function AuthenticatorApp({ isOn, showCodes }: AuthenticatorAppProps) {
  const [setup, setSetup] = useState<AppSetup | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const begin = useUserAction(beginApp, { onSuccess: setSetup, errorTitle: 'Setup failed' });
  const control: SettingControl = isOn
    ? { label: 'Remove', pending: false, start: () => setRemoving(true) }
    : { label: 'Set up', pending: begin.pending && 'Preparing…', start: () => begin.start() };
  return (
    <SettingRow
      title="Authenticator app"
      heading="h3"
      state={isOn ? 'On' : 'Off. Enter a code from your phone each time you sign in.'}
      controls={[control]}
    >
      {setup && <AppSetupDialog setup={setup} close={() => setSetup(null)} showCodes={showCodes} />}
      {isRemoving && (
        <ConfirmActionDialog
          mutation={removeOwnApp}
          title="Remove the authenticator app?"
          action="Remove"
          isFinal
          pending="Removing…"
          close={() => setRemoving(false)}
          onSuccess={() => toast({ title: 'Authenticator app removed' })}
          errorTitle="Failed to remove the app"
        >
          You won’t be asked for its codes any more. Your account is safer with a second factor.
        </ConfirmActionDialog>
      )}
    </SettingRow>
  );
}

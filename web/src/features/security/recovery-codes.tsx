import { useState } from 'react';
import { ConfirmActionDialog } from '#web/components/confirm-action-dialog.tsx';
import { SettingRow } from '#web/components/ui/setting-row.tsx';
import { formatCount } from '#web/lib/format.ts';
import { renewRecoveryCodes } from './queries.ts';

const fewCodes = 3;

type RecoveryCodesProps = { left: number; showCodes: (codes: readonly string[]) => void };

export function RecoveryCodes({ left, showCodes }: RecoveryCodesProps) {
  const [isRenewing, setRenewing] = useState(false);
  return (
    <SettingRow
      title="Recovery codes"
      heading="h3"
      state={`${formatCount(left, 'recovery code')} left. Each signs you in once, without your phone or passkey.`}
      problem={left <= fewCodes ? 'Create new recovery codes before you run out.' : null}
      controls={[{ label: 'New recovery codes', pending: false, start: () => setRenewing(true) }]}
    >
      {isRenewing && (
        <ConfirmActionDialog
          mutation={renewRecoveryCodes}
          title="Create new recovery codes?"
          action="Create codes"
          pending="Creating…"
          close={() => setRenewing(false)}
          onSuccess={({ recoveryCodes }) => showCodes(recoveryCodes)}
          errorTitle="Failed to create recovery codes"
        >
          Your old recovery codes stop working.
        </ConfirmActionDialog>
      )}
    </SettingRow>
  );
}

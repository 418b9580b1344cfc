import { useState } from 'react';
import { ConfirmDialog } from '#web/components/ui/overlay/confirm-dialog.tsx';
import { SettingRow } from '#web/components/ui/setting-row.tsx';
import { formatCount } from '#web/lib/format.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
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
      {isRenewing && <RenewDialog close={() => setRenewing(false)} showCodes={showCodes} />}
    </SettingRow>
  );
}

function RenewDialog({ close, showCodes }: Pick<RecoveryCodesProps, 'showCodes'> & { close: () => void }) {
  const renew = useUserAction(renewRecoveryCodes, {
    close,
    onSuccess: ({ recoveryCodes }) => showCodes(recoveryCodes),
    errorTitle: 'Failed to create recovery codes',
  });
  return (
    <ConfirmDialog
      title="Create new recovery codes?"
      action="Create codes"
      pending={renew.pending && 'Creating…'}
      close={close}
      confirm={renew.start}
    >
      Your old recovery codes stop working.
    </ConfirmDialog>
  );
}

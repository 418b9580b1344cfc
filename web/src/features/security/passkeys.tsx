import { useState } from 'react';
import type { SecurityView } from '#domain/sign-in/second-factor.contract.ts';
import { ConfirmActionDialog } from '#web/components/confirm-action-dialog.tsx';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { SettingRow } from '#web/components/ui/setting-row.tsx';
import { hasPasskeySupport } from '#web/lib/browser/passkey-support.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { removeOwnPasskey } from './queries.ts';

type Passkey = SecurityView['passkeys'][number];
type PasskeysProps = { passkeys: Passkey[]; showCodes: (codes: readonly string[]) => void };

export function Passkeys({ passkeys, showCodes }: PasskeysProps) {
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const isSupported = hasPasskeySupport();
  return (
    <SettingRow
      title="Passkeys"
      heading="h3"
      state={
        isSupported
          ? 'Sign in with your fingerprint, your face or your device’s PIN instead of your password.'
          : 'This browser doesn’t support passkeys.'
      }
      controls={isSupported ? [{ label: 'Add a passkey', pending: false, start: () => setAdding(true) }] : []}
    >
      {passkeys.length > 0 && (
        <ul role="list" className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} remove={() => setRemoved(passkey)} />
          ))}
        </ul>
      )}
      {isAdding && <AddPasskeyDialog close={() => setAdding(false)} showCodes={showCodes} />}
      {removed && (
        <ConfirmActionDialog
          mutation={removeOwnPasskey(removed.id)}
          title="Remove this passkey?"
          action="Remove"
          isFinal
          pending="Removing…"
          close={() => setRemoved(null)}
          onSuccess={() => toast({ title: 'Passkey removed' })}
          errorTitle="Failed to remove the passkey"
        >
          You can no longer sign in with “{removed.name}”. Your device may still offer it.
        </ConfirmActionDialog>
      )}
    </SettingRow>
  );
}

function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, remove }: { passkey: Passkey; remove: () => void }) {
  return (
    <li className="flex items-center justify-between gap-4 py-2 text-sm">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-muted">
          Added <RelativeTime at={createdAt} /> ·{' '}
          {lastUsedAt === null ? (
            'Not used yet'
          ) : (
            <>
              Last used <RelativeTime at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <Button variant="quiet" size="small" aria-label={`Remove ${name}`} onClick={remove}>
        Remove
      </Button>
    </li>
  );
}

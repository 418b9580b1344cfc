import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import type { SecurityView } from '#domain/sign-in/second-factor.contract.ts';
import { QueryContent } from '#web/components/query-content.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { CodeField, describeSecondFactor } from '#web/components/ui/form/code-field.tsx';
import { PasswordField } from '#web/components/ui/form/password-field.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { DialogButtons } from '#web/components/ui/overlay/dialog-buttons.tsx';
import { ApiError } from '#web/lib/api/api.ts';
import { hasPasskeySupport } from '#web/lib/browser/passkey-support.ts';
import { focusField } from '#web/lib/focus/focus-field.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { hasSecondFactor, prove, proveByPasskey, securityQuery } from './queries.ts';

type ProofProps = { close: (isProven: boolean) => void };

/** Asks for the password, or for a second factor where the account has one. */
export function ProofDialog({ close }: ProofProps) {
  const query = useQuery(securityQuery);
  return (
    <Dialog title="Confirm that it’s you" onClose={() => close(false)}>
      <QueryContent query={query} loading="Loading">
        {(security) => <ProofForm security={security} close={close} />}
      </QueryContent>
    </Dialog>
  );
}

function ProofForm({ security, close }: ProofProps & { security: SecurityView }) {
  const [proof, setProof] = useState('');
  const [problem, setProblem] = useState<string>();
  const isByCode = hasSecondFactor(security);
  const { hasApp } = security;
  const hasPasskey = security.passkeys.length > 0;
  const submission = useUserAction(prove, {
    onSuccess: () => close(true),
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status >= 500) return;
      setProblem(error.text);
      focusField('proof');
    },
    errorTitle: 'Not confirmed',
  });
  const submit = () => {
    setProblem(proof === '' ? `Enter your ${isByCode ? 'code' : 'password'}` : undefined);
    if (proof === '') focusField('proof');
    else submission.start(isByCode ? { code: proof } : { password: proof });
  };
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => setProof(target.value);
  const field = { name: 'proof', value: proof, error: problem, onChange };
  return (
    <form
      noValidate
      className="mt-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="mb-5 text-pretty text-muted">
        {isByCode ? describeSecondFactor({ hasApp, hasPasskey }) : 'Enter your password to continue.'}
      </p>
      {isByCode ? (
        <CodeField {...field} hasApp={hasApp} />
      ) : (
        <PasswordField {...field} label="Password" autoComplete="current-password" autoFocus />
      )}
      {hasPasskey && hasPasskeySupport() && <PasskeyProof close={close} />}
      <DialogButtons action="Confirm" pending={submission.pending && 'Confirming…'} onClose={() => close(false)} />
    </form>
  );
}

function PasskeyProof({ close }: ProofProps) {
  const proof = useUserAction(proveByPasskey, { onSuccess: () => close(true), errorTitle: 'Not confirmed' });
  return (
    <Button
      variant="secondary"
      className="mt-4 w-full"
      pending={proof.pending && 'Confirming…'}
      onClick={() => proof.start()}
    >
      Use a passkey
    </Button>
  );
}

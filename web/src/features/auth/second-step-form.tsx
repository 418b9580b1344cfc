import { type SyntheticEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#web/components/ui/button.tsx';
import { CodeField, describeSecondFactor } from '#web/components/ui/form/code-field.tsx';
import { ApiError } from '#web/lib/api/api.ts';
import { hasPasskeySupport } from '#web/lib/browser/passkey-support.ts';
import { focusField } from '#web/lib/focus/focus-field.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { authModes } from './auth-modes.ts';
import { enterByCode, enterByPasskey, type FirstStep } from './second-factor.ts';

const { failure, pending } = authModes.login;

/** The second step of a sign-in: a code, or a passkey. */
export function SecondStepForm({ first, close }: { first: FirstStep; close: () => void }) {
  const { hasApp, hasPasskey } = first.step;
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const goBack = () => {
    flushSync(close);
    focusField('password');
  };
  const byCode = useUserAction(enterByCode(first), {
    onError: (error) => {
      if (isStepOver(error)) goBack();
      else if (error instanceof ApiError && error.status < 500) {
        setProblem(error.text);
        focusField('code');
      }
    },
    errorTitle: failure,
  });
  const byPasskey = useUserAction(enterByPasskey(first), {
    onError: (error) => isStepOver(error) && goBack(),
    errorTitle: failure,
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setProblem(code === '' ? 'Enter a code' : undefined);
    if (code === '') focusField('code');
    else byCode.start(code);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <div>
        <h2 className="text-2xl font-semibold tracking-tight">Confirm that it’s you</h2>
        <p className="mt-1 text-pretty text-muted">{describeSecondFactor(first.step)}</p>
      </div>
      <CodeField
        name="code"
        hasApp={hasApp}
        value={code}
        error={problem}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button type="submit" pending={byCode.pending && pending} disabled={byPasskey.pending} className="w-full">
        Sign in
      </Button>
      {hasPasskey && hasPasskeySupport() && (
        <Button
          variant="secondary"
          pending={byPasskey.pending && pending}
          disabled={byCode.pending}
          onClick={() => byPasskey.start()}
        >
          Use a passkey
        </Button>
      )}
      <Button variant="quiet" onClick={goBack}>
        Back
      </Button>
    </form>
  );
}

/** Whether the password has to be entered again, by the words of the refusal: a wrong code has the same status. */
function isStepOver(error: Error): boolean {
  return error instanceof ApiError && error.status === 401 && error.text.startsWith('This took too long');
}

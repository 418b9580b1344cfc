import { type ComponentProps, useState } from 'react';
import { TextField } from './field.tsx';

/** The keyboard and the suggestions for the code of an authenticator app. */
export const appCodeInput = { inputMode: 'numeric', autoComplete: 'one-time-code' } as const;
const recoveryCodeInput = { inputMode: 'text', autoComplete: 'off', autoCapitalize: 'none' } as const;

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & {
  /** Whether the account has an authenticator app; otherwise its only codes are those for recovery. */
  hasApp: boolean;
};

/** A code of an authenticator app, or a recovery code, which needs another keyboard. */
export function CodeField({ hasApp, ...field }: CodeFieldProps) {
  const [isRecovery, setRecovery] = useState(!hasApp);
  return (
    <div className="grid gap-1.5">
      <TextField
        label={isRecovery ? 'Recovery code' : 'Code'}
        spellCheck={false}
        autoFocus
        {...(isRecovery ? recoveryCodeInput : appCodeInput)}
        {...field}
      />
      {hasApp && (
        <button
          type="button"
          onClick={() => setRecovery(!isRecovery)}
          className="justify-self-start rounded-md py-1.5 text-sm font-semibold text-primary underline-offset-4 hover:underline"
        >
          {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
        </button>
      )}
    </div>
  );
}

/** How an account with a second factor is confirmed. */
export function describeSecondFactor({ hasApp, hasPasskey }: { hasApp: boolean; hasPasskey: boolean }): string {
  if (!hasApp) return 'Use your passkey, or enter one of your recovery codes.';
  return `Enter the 6-digit code from your authenticator app${hasPasskey ? ', or use your passkey' : ''}.`;
}

import { useRouter } from '@tanstack/react-router';
import { createElement } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { EmailField } from '#web/components/ui/form/email-field.tsx';
import { PasswordField } from '#web/components/ui/form/password-field.tsx';
import { hasPasskeySupport } from '#web/lib/browser/passkey-support.ts';
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { loadSessionCode } from '#web/lib/session/session.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { enter } from './queries.ts';
import { TermsNote } from './legal-links.tsx';
import { authModes } from './auth-modes.ts';
import type { FirstStep } from './second-factor.ts';
import { useCheckedForm } from './use-checked-form.ts';

const loadPasskeyEntry = () => import('./passkey-entry.tsx');

type AuthFormProps = {
  mode: keyof typeof authModes;
  email: string;
  keepEmail: (email: string) => void;
  /** Called where the account asks for a second step. */
  goOn: (first: FirstStep) => void;
};

export function AuthForm({ mode, email, keepEmail, goOn }: AuthFormProps) {
  const { way, rule, failure, label, pending, passwordHint, emailToken, passwordToken, showsTerms } = authModes[mode];
  const prefetch = usePrefetch();
  const entry = useUserAction(enter(way), {
    onSuccess: (answer, { password }) => 'token' in answer && goOn({ step: answer, password }),
    errorTitle: failure,
  });
  const hasPasskeys = mode === 'login' && hasPasskeySupport();
  const PasskeyEntry = useLazyComponent(hasPasskeys, loadPasskeyEntry, 'PasskeyEntry');
  const { errors, form } = useCheckedForm(rule, entry.start);
  return (
    <form {...form} onFocus={prefetch} className="grid gap-5">
      <EmailField
        name="email"
        autoComplete={emailToken}
        defaultValue={email}
        error={errors['email']}
        onChange={({ target }) => keepEmail(target.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete={passwordToken}
        hint={passwordHint}
        error={errors['password']}
      />
      {mode === 'login' && <ForgotPassword email={email} />}
      <Button type="submit" pending={entry.pending && pending} className="w-full">
        {label}
      </Button>
      {hasPasskeys && (
        <div className="min-h-11">{PasskeyEntry && createElement(PasskeyEntry, { isBusy: entry.pending })}</div>
      )}
      {showsTerms && <TermsNote />}
    </form>
  );
}

/** Prefetches the form's rules and the next page while the user types. */
function usePrefetch() {
  const router = useRouter();
  return () => {
    void Promise.allSettled([loadSessionCode(), router.loadRouteChunk(router.routesByPath['/'])]);
  };
}

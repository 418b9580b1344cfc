import { useRouter } from '@tanstack/react-router';
import { Button } from '#web/components/ui/button.tsx';
import { EmailField } from '#web/components/ui/form/email-field.tsx';
import { PasswordField } from '#web/components/ui/form/password-field.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { loadSessionCode } from '#web/lib/session/session.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { enter } from './queries.ts';
import { TermsNote } from './legal-links.tsx';
import { authModes } from './auth-modes.ts';
import { useCheckedForm } from './use-checked-form.ts';

type AuthFormProps = { mode: keyof typeof authModes; email: string; keepEmail: (email: string) => void };

export function AuthForm({ mode, email, keepEmail }: AuthFormProps) {
  const { way, rule, failure, label, pending, passwordHint, passwordToken, showsTerms } = authModes[mode];
  const prefetch = usePrefetch();
  const entry = useUserAction(enter(way), { errorTitle: failure });
  const { errors, form } = useCheckedForm(rule, entry.start);
  return (
    <form {...form} onFocus={prefetch} className="grid gap-5">
      <EmailField
        name="email"
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

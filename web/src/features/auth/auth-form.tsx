import { useRouter } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { Button } from '#web/components/ui/button.tsx';
import { EmailField } from '#web/components/ui/form/email-field.tsx';
import { PasswordField } from '#web/components/ui/form/password-field.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import type { SignInCredentials } from '#web/lib/session/session.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { enter } from './queries.ts';
import { TermsNote } from './legal-links.tsx';
import { loadResolvers } from './lazy-resolvers.ts';
import { authModes } from './auth-modes.ts';

type AuthFormProps = { mode: keyof typeof authModes; email: string; keepEmail: (email: string) => void };

export function AuthForm({ mode, email, keepEmail }: AuthFormProps) {
  const { way, resolver, failure, label, pending, passwordHint, passwordToken, showsTerms } = authModes[mode];
  const prefetch = usePrefetch();
  const entry = useUserAction(enter(way), { errorTitle: failure });
  const { register, handleSubmit, formState } = useForm<SignInCredentials>({
    resolver,
    defaultValues: { email, password: '' },
  });
  return (
    <form
      noValidate
      onFocus={prefetch}
      onSubmit={(event) => void handleSubmit(entry.start)(event)}
      className="grid gap-5"
    >
      <EmailField
        error={formState.errors.email?.message}
        {...register('email', { onChange: (event: { target: HTMLInputElement }) => keepEmail(event.target.value) })}
      />
      <PasswordField
        label="Password"
        autoComplete={passwordToken}
        hint={passwordHint}
        error={formState.errors.password?.message}
        {...register('password')}
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
    void Promise.allSettled([loadResolvers(), router.loadRouteChunk(router.routesByPath['/'])]);
  };
}

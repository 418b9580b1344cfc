import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { Button } from '#web/components/ui/button.tsx';
import { EmailField } from '#web/components/ui/form/email-field.tsx';
import { PasswordField } from '#web/components/ui/form/password-field.tsx';
import { useAction } from '#web/lib/hooks/action.ts';
import { type Entry, enter, userQuery } from '#web/lib/session/session.ts';
import { tellOtherWindows } from '#web/lib/session/windows.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { loadRules } from './rules.ts';
import { ways } from './ways.ts';

type EntryFormProps = { way: keyof typeof ways; email: string; keepEmail: (email: string) => void };

export function EntryForm({ way, email, keepEmail }: EntryFormProps) {
  const { path, resolver, failure, label, pending, passwordHint, passwordToken, terms } = ways[way];
  const queryClient = useQueryClient();
  const fetchAhead = useFetchAhead();
  const entry = useAction({
    send: (body: Entry) => enter(path, body),
    done: (user) => {
      queryClient.setQueryData(userQuery.queryKey, user);
      tellOtherWindows();
    },
    failure,
  });
  const { register, handleSubmit, formState } = useForm<Entry>({ resolver, defaultValues: { email, password: '' } });
  return (
    <form
      noValidate
      onFocus={fetchAhead}
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
      {way === 'login' && <ForgotPassword email={email} />}
      <Button type="submit" pending={entry.pending && pending} className="w-full">
        {label}
      </Button>
      {terms && <p className="text-center text-sm text-pretty text-muted">{terms}</p>}
    </form>
  );
}

/** While somebody types, the rules of the form and the page behind it are fetched. */
function useFetchAhead() {
  const router = useRouter();
  return () => {
    void Promise.allSettled([loadRules(), router.loadRouteChunk(router.routesByPath['/'])]);
  };
}

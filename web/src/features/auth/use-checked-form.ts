import { type SyntheticEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { loadSessionCode } from '#web/lib/session/session.ts';
import type { SignInCredentials } from '#web/lib/session/sign-in.ts';

type Rule = 'loginBody' | 'registerBody' | 'forgotPasswordBody';

/**
 * A form that is checked when it is sent, and from then on at each change. Its rules are loaded when it is first used;
 * if that fails, the server's validation applies. Its fields are those that `send` reads.
 */
export function useCheckedForm(rule: Rule, send: (body: SignInCredentials) => void) {
  const [errors, setErrors] = useState<Partial<Record<string, string>> | null>(null);
  const check = async (form: HTMLFormElement) => {
    const contract = await loadSessionCode().catch(() => null);
    const values = Object.fromEntries(new FormData(form));
    const { data = values, error } = contract?.[rule].safeParse(values) ?? {};
    // The first error of a field is the one shown.
    const entries = error?.issues.toReversed().map(({ path, message }) => [path.join('.'), message] as const) ?? [];
    flushSync(() => setErrors(Object.fromEntries(entries)));
    return error ? null : (data as SignInCredentials); // as far as the form has fields
  };
  const submit = async (form: HTMLFormElement) => {
    const body = await check(form);
    if (body === null) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else send(body);
  };
  return {
    errors: errors ?? {},
    form: {
      noValidate: true,
      onChange: ({ currentTarget }: SyntheticEvent<HTMLFormElement>) => errors && void check(currentTarget),
      onSubmit: (event: SyntheticEvent<HTMLFormElement>) => {
        event.preventDefault();
        // React events bubble to the form around a dialog, its parent in the component tree.
        event.stopPropagation();
        void submit(event.currentTarget);
      },
    },
  };
}

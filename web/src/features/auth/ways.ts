import type { Resolver } from 'react-hook-form';
import { password, userPaths } from '#domain/user/plain.contract.ts';
import type { Entry } from '#web/lib/session.ts';

/** The two ways in. */
export const ways = {
  login: {
    path: userPaths.login,
    resolver: lazily('login'),
    failure: 'Login failed',
    title: 'Sign in',
    promise: 'See what the scout has found for you.',
    label: 'Login',
    pending: 'Logging in…',
    passwordHint: undefined,
    passwordToken: 'current-password',
  },
  register: {
    path: userPaths.register,
    resolver: lazily('register'),
    failure: 'Registration failed',
    title: 'Create your account',
    promise: 'Set your area once. The scout does the rest.',
    label: 'Register',
    pending: 'Registering…',
    passwordHint: `At least ${password.min} characters`,
    passwordToken: 'new-password',
  },
} as const;

export function loadRules() {
  return import('./entry-rules.ts');
}

/** The rules come when the form is first touched. Where they do not come, what the server says counts. */
function lazily(way: 'login' | 'register'): Resolver<Entry> {
  return async (values, context, options) => {
    const loaded = await loadRules().catch(() => null);
    return loaded ? loaded.rules[way](values, context, options) : { values, errors: {} };
  };
}

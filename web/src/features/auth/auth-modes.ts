import { passwordLength } from '#domain/user/early-requests.contract.ts';
import { lazyResolvers } from './lazy-resolvers.ts';

/** The two modes: sign in and register. */
export const authModes = {
  login: {
    way: 'signIn',
    resolver: lazyResolvers.login,
    failure: 'Login failed',
    title: 'Sign in',
    promise: 'See what the scout has found for you.',
    label: 'Login',
    pending: 'Logging in…',
    passwordHint: undefined,
    terms: undefined,
    passwordToken: 'current-password',
  },
  register: {
    way: 'register',
    resolver: lazyResolvers.register,
    failure: 'Registration failed',
    title: 'Create your account',
    promise: 'Set your area once. The scout does the rest.',
    label: 'Register',
    pending: 'Registering…',
    passwordHint: `At least ${passwordLength.min} characters`,
    passwordToken: 'new-password',
    terms: 'By registering you accept the two documents below.',
  },
} as const;

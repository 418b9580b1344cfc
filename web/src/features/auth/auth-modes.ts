import { passwordLength } from '#domain/shared/early-requests.contract.ts';

/** The two modes: sign in and register. */
export const authModes = {
  login: {
    way: 'signIn',
    rule: 'loginBody',
    failure: 'Login failed',
    title: 'Sign in',
    promise: 'See your latest matches.',
    label: 'Login',
    pending: 'Logging in…',
    passwordHint: undefined,
    showsTerms: false,
    emailToken: 'username webauthn',
    passwordToken: 'current-password',
  },
  register: {
    way: 'register',
    rule: 'registerBody',
    failure: 'Registration failed',
    title: 'Create your account',
    promise: 'Set your area once. We do the rest.',
    label: 'Register',
    pending: 'Registering…',
    passwordHint: `At least ${passwordLength.min} characters`,
    passwordToken: 'new-password',
    showsTerms: true,
    emailToken: 'username',
  },
} as const;

import type { Resolver } from 'react-hook-form';
import type { SignInCredentials } from '#web/lib/session/session.ts';

export const lazyResolvers = {
  login: createLazyResolver('login'),
  register: createLazyResolver('register'),
  forgot: resolveForgotPassword,
};

/** The validation rules are loaded when a form is first used. */
export function loadResolvers() {
  return import('./resolvers.ts');
}

// If the rules cannot be loaded, the server's validation applies.

function createLazyResolver(mode: 'login' | 'register'): Resolver<SignInCredentials> {
  return async (values, context, options) => {
    const rules = await loadResolvers().catch(() => null);
    return rules ? rules.resolvers[mode](values, context, options) : { values, errors: {} };
  };
}

async function resolveForgotPassword(...args: Parameters<Resolver<Pick<SignInCredentials, 'email'>>>) {
  const rules = await loadResolvers().catch(() => null);
  return rules ? rules.resolvers.forgot(...args) : { values: args[0], errors: {} };
}

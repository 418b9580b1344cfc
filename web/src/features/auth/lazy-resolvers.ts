import type { Resolver } from 'react-hook-form';
import type { SignInCredentials } from '#web/lib/session/session.ts';

export const lazyResolvers = {
  login: createLazyResolver('login'),
  register: createLazyResolver('register'),
  forgot: resolveForgotPassword,
};

/** The rules come when a form is first touched. */
export function loadResolvers() {
  return import('./resolvers.ts');
}

// Where the rules do not come, what the server says counts.

function createLazyResolver(mode: 'login' | 'register'): Resolver<SignInCredentials> {
  return async (values, context, options) => {
    const loaded = await loadResolvers().catch(() => null);
    return loaded ? loaded.resolvers[mode](values, context, options) : { values, errors: {} };
  };
}

async function resolveForgotPassword(...args: Parameters<Resolver<Pick<SignInCredentials, 'email'>>>) {
  const loaded = await loadResolvers().catch(() => null);
  return loaded ? loaded.resolvers.forgot(...args) : { values: args[0], errors: {} };
}

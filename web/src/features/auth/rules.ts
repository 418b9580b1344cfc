import type { Resolver } from 'react-hook-form';
import type { Entry } from '#web/lib/session/session.ts';

export const rules = { login: entryRules('login'), register: entryRules('register'), forgot: forgotRules };

/** The rules come when a form is first touched. */
export function loadRules() {
  return import('./entry-rules.ts');
}

// Where the rules do not come, what the server says counts.

function entryRules(way: 'login' | 'register'): Resolver<Entry> {
  return async (values, context, options) => {
    const loaded = await loadRules().catch(() => null);
    return loaded ? loaded.rules[way](values, context, options) : { values, errors: {} };
  };
}

async function forgotRules(...asked: Parameters<Resolver<Pick<Entry, 'email'>>>) {
  const loaded = await loadRules().catch(() => null);
  return loaded ? loaded.rules.forgot(...asked) : { values: asked[0], errors: {} };
}

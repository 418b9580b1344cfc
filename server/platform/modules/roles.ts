import type { Config } from '#server/platform/config/config.ts';
import type { Capability } from '#server/platform/modules/module.ts';

/** The work of a process by its role. */
export function capabilitiesOf({ role }: Pick<Config, 'role'>): Record<Capability, boolean> {
  const hasRole = (one: Config['role']) => role === 'all' || role === one;
  return {
    servesWeb: hasRole('web'),
    keepsViews: hasRole('projector'),
    takesListings: hasRole('web') || hasRole('scout'),
    readsLog: hasRole('projector') || hasRole('scout'),
    scouts: hasRole('scout'),
    sends: hasRole('scout') || hasRole('sender'),
  };
}

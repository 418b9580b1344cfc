import { StoreDamaged } from '#projections/store/port.ts';
import type { EventStore } from './port.ts';

/**
 * The log as a server uses it: `append` and `head` run `check` first, until it has succeeded once. Damage is permanent:
 * once found, they throw that StoreDamaged from then on.
 */
export function withIntegrityCheck(
  store: EventStore,
  check: () => Promise<void>,
): EventStore & { ensureTrusted: () => Promise<void> } {
  let isTrusted = false;
  let asking: Promise<void> | null = null;

  const ask = async () => {
    try {
      await check();
      isTrusted = true;
    } catch (error) {
      if (!(error instanceof StoreDamaged)) asking = null;
      throw error;
    }
  };
  const ensureTrusted = async () => {
    if (isTrusted) return;
    asking ??= ask();
    await asking;
  };

  return {
    ...store,
    ensureTrusted,
    append: async (...given) => {
      await ensureTrusted();
      return store.append(...given);
    },
    head: async () => {
      await ensureTrusted();
      return store.head();
    },
  };
}

import { StoreDamaged } from '#projections/store/port.ts';
import type { EventStore } from './port.ts';

type IntegrityCheck = {
  check: () => Promise<void>;
  /** Whether the last check still holds; once it has held, `recheck` is enough. */
  isCurrent?: () => boolean;
  recheck?: () => Promise<void>;
};

/**
 * The log as a server uses it: `append` and `head` run `check` first, until it has succeeded once. Damage is permanent:
 * once found, they throw that StoreDamaged from then on.
 */
export function withIntegrityCheck(
  store: EventStore,
  { check, recheck = check, isCurrent = () => true }: IntegrityCheck,
): EventStore & { ensureTrusted: () => Promise<void> } {
  let isTrusted = false;
  let asking: Promise<void> | null = null;

  const ask = async () => {
    try {
      await (isTrusted ? recheck() : check());
      isTrusted = true;
      asking = null;
    } catch (error) {
      if (error instanceof StoreDamaged) isTrusted = false;
      else asking = null;
      throw error;
    }
  };
  const ensureTrusted = async () => {
    if (isTrusted && isCurrent()) return;
    asking ??= ask();
    await asking;
  };

  return {
    ...store,
    ensureTrusted,
    append: async (...args) => {
      await ensureTrusted();
      return store.append(...args);
    },
    head: async () => {
      await ensureTrusted();
      return store.head();
    },
  };
}

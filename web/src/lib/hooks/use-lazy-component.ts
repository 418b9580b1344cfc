import { type ComponentType, useEffect, useState } from 'react';
import { importWithRetry } from '#web/lib/import-with-retry.ts';

/**
 * The component `name` of a module once it is needed and loaded; a failed import is retried. `load` must stay the same
 * function, and return the module itself: a retry imports it by its address.
 */
export function useLazyComponent<Name extends string, Props>(
  isWanted: boolean,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> | null {
  const [Component, setComponent] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    if (!isWanted || Component) return;
    const controller = new AbortController();
    void importWithRetry(load, controller).then((code) => {
      if (!controller.signal.aborted) setComponent(() => code[name]);
    });
    return () => controller.abort();
  }, [isWanted, Component, load, name]);
  return Component;
}

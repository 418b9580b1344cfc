import { type ComponentType, useEffect, useState } from 'react';
import { importWithRetry } from '#web/lib/import-with-retry.ts';

/** A component once its code is needed and loaded; a failed import is retried. `load` must stay the same function. */
export function useLazyComponent<Props>(
  isWanted: boolean,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | null {
  const [Component, setComponent] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    if (!isWanted || Component) return;
    const controller = new AbortController();
    void importWithRetry(load, controller).then((loaded) => {
      if (!controller.signal.aborted) setComponent(() => loaded);
    });
    return () => controller.abort();
  }, [isWanted, Component, load]);
  return Component;
}

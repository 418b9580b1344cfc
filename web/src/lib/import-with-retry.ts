const initialDelayMs = 1000;
const maxDelayMs = 30_000;

type RetryOptions = { signal: AbortSignal; onFailure?: () => void };

/**
 * Imports code, retrying with growing pauses until `signal` aborts. A browser remembers for the lifetime of a page
 * which address failed, so another address of the same code is requested.
 */
export function importWithRetry<Code>(load: () => Promise<Code>, { signal, onFailure }: RetryOptions): Promise<Code> {
  const { promise, resolve } = Promise.withResolvers<Code>();
  let failures = 0;
  const attempt = (code: () => Promise<Code>) => {
    code().then(resolve, (error: unknown) => {
      if (signal.aborted) return;
      onFailure?.();
      failures += 1;
      const address = findModuleUrl(error);
      const next = address === null ? load : () => reimport<Code>(address, failures);
      const delayMs = Math.min(maxDelayMs, initialDelayMs * 2 ** (failures - 1));
      const timer = setTimeout(() => attempt(next), delayMs * (0.75 + 0.5 * Math.random()));
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    });
  };
  attempt(load);
  return promise;
}

/** Chromium and Firefox name the address in the error; only code of this site is requested again. */
export function findModuleUrl(error: unknown): string | null {
  const url = error instanceof Error ? /https?:\/\/\S+\.js/.exec(error.message)?.[0] : undefined;
  return url !== undefined && new URL(url).origin === location.origin ? url : null;
}

function reimport<Code>(address: string, time: number): Promise<Code> {
  // The code that `load` would have returned, under another address.
  return import(/* @vite-ignore */ `${address}?again=${time}`) as Promise<Code>;
}

import type { Agent, RequestInit, Response } from 'undici';

/** An HTTP client with its own connections. undici is loaded with the first request, because it has 110 modules. */
export function createHttpClient(options: Agent.Options = {}) {
  let dispatcher: Agent | null = null;
  return {
    /** Throws what undici throws. */
    fetch: async (url: string | URL, request: Omit<RequestInit, 'dispatcher'>): Promise<Response> => {
      const undici = await import('undici');
      dispatcher ??= new undici.Agent(options);
      return undici.fetch(url, { ...request, dispatcher });
    },
    close: async (): Promise<void> => {
      await dispatcher?.destroy();
    },
  };
}

/** Built-in sources, listed even before their first listing. */
export const builtInSources = { sell: 'sell', entry: 'admin-entry', simulator: 'simulator' } as const;

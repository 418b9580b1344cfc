/** Built-in sources, listed even if they have brought no listing yet. */
export const builtInSources = { sell: 'sell', entry: 'admin-entry', simulator: 'simulator' } as const;

/** Sources that are the product's own, whether they have brought anything or not. */
export const builtInSources = { sell: 'sell', entry: 'admin-entry', simulator: 'simulator' } as const;

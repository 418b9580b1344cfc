/** What the product cannot do without; `silent` says so where `ask` fails or takes too long. */
export type Probe = { failureMessage: string; ask: () => Promise<unknown> };

/** A dependency that the product needs; `failureMessage` is the message where `check` fails or takes too long. */
export type Probe = { failureMessage: string; check: () => Promise<unknown> };

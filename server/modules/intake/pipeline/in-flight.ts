/** The original of a repost is itself not yet in the log. */
export class OriginalInFlight extends Error {
  readonly arrived: Promise<void>;

  constructor(arrived: Promise<void>) {
    super('The original is still on its way to the log');
    this.name = 'OriginalInFlight';
    this.arrived = arrived;
  }
}

/** New listings that are not yet in the log, so that no repost points to one that was never written. */
export function createInFlightRegistry() {
  const inFlight = new Map<string, PromiseWithResolvers<void>>();
  return {
    begin: (listingId: string) => void inFlight.set(listingId, inFlight.get(listingId) ?? Promise.withResolvers()),
    has: (listingId: string) => inFlight.has(listingId),
    end: (listingId: string) => {
      inFlight.get(listingId)?.resolve();
      inFlight.delete(listingId);
    },
    /** Throws OriginalInFlight. */
    assertNotInFlight: (listingId: string) => {
      const entry = inFlight.get(listingId);
      if (entry) throw new OriginalInFlight(entry.promise);
    },
  };
}

/** The original of a repost is itself on its way to the log. */
export class OriginalInFlight extends Error {
  readonly arrived: Promise<void>;

  constructor(arrived: Promise<void>) {
    super('The original is still on its way to the log');
    this.name = 'OriginalInFlight';
    this.arrived = arrived;
  }
}

/** New listings on their way to the log, so that nothing points to one that never got there. */
export function createInFlightRegistry() {
  const inFlight = new Map<string, PromiseWithResolvers<void>>();
  return {
    begin: (listingId: string) => void inFlight.set(listingId, inFlight.get(listingId) ?? Promise.withResolvers()),
    has: (listingId: string) => inFlight.has(listingId),
    end: (listingId: string) => {
      inFlight.get(listingId)?.resolve();
      inFlight.delete(listingId);
    },
    /** Throws StillArriving. */
    refuse: (listingId: string) => {
      const found = inFlight.get(listingId);
      if (found) throw new OriginalInFlight(found.promise);
    },
  };
}

/** The original of a repost is itself on its way to the log. */
export class StillArriving extends Error {
  readonly arrived: Promise<void>;

  constructor(arrived: Promise<void>) {
    super('The original is still on its way to the log');
    this.name = 'StillArriving';
    this.arrived = arrived;
  }
}

/** New listings on their way to the log, so that nothing points to one that never got there. */
export function arrivals() {
  const underWay = new Map<string, PromiseWithResolvers<void>>();
  return {
    begin: (listingId: string) => void underWay.set(listingId, underWay.get(listingId) ?? Promise.withResolvers()),
    has: (listingId: string) => underWay.has(listingId),
    end: (listingId: string) => {
      underWay.get(listingId)?.resolve();
      underWay.delete(listingId);
    },
    /** Throws StillArriving. */
    refuse: (listingId: string) => {
      const found = underWay.get(listingId);
      if (found) throw new StillArriving(found.promise);
    },
  };
}

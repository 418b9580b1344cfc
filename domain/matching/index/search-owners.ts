const none = 0;

/** The further searches of members, by number: the number of a first search is that of its member. */
export type SearchOwners = {
  /** Assigns a further search permanently to a member. */
  assign: (search: number, owner: number) => void;
  ownerOf: (search: number) => number;
  /** The numbers of all searches that a member ever had, the first search first. */
  searchesOf: (owner: number) => number[];
  /**
   * The hits by member: one hit of each, and after each hit the next one of the same member, -1 for none. Null where
   * each member has one search.
   */
  groupByOwner: (searches: number[] | Uint32Array) => { firstHits: Uint32Array; next: Int32Array } | null;
};

export function createSearchOwners(): SearchOwners {
  // Numbers are stored plus 1; 0 is none. Both lists are empty as long as no member has a further search.
  let owners = new Uint32Array(0);
  let following = new Uint32Array(0);
  let lastHits = new Uint32Array(0);

  const grow = (size: number) => {
    if (size <= owners.length) return;
    [owners, following, lastHits] = [owners, following, lastHits].map((list) => {
      const grown = new Uint32Array(2 * size);
      grown.set(list);
      return grown;
    }) as [Uint32Array<ArrayBuffer>, Uint32Array<ArrayBuffer>, Uint32Array<ArrayBuffer>]; // map loses the length
  };
  const ownerOf = (search: number): number => {
    const owner = owners[search] ?? none;
    return owner === none ? search : owner - 1;
  };
  const searchesOf = (owner: number): number[] => {
    const searches = [owner];
    for (let next = following[owner] ?? none; next !== none; next = following[next - 1] ?? none)
      searches.push(next - 1);
    return searches;
  };

  return {
    assign: (search, owner) => {
      grow(Math.max(search, owner) + 1);
      if (owners[search] !== none) return;
      owners[search] = owner + 1;
      following[searchesOf(owner).at(-1) ?? owner] = search + 1;
    },
    ownerOf,
    searchesOf,
    groupByOwner: (searches) => {
      if (owners.length === 0) return null;
      const next = new Int32Array(searches.length).fill(-1);
      const firstHits: number[] = [];
      // Entries would create an array for each hit.
      for (let hit = 0; hit < searches.length; hit += 1) {
        const search = searches[hit] ?? 0;
        if (search >= lastHits.length) grow(search + 1);
        const owner = ownerOf(search);
        const before = lastHits[owner] ?? none;
        if (before === none) firstHits.push(hit);
        else next[before - 1] = hit;
        lastHits[owner] = hit + 1;
      }
      for (const hit of firstHits) lastHits[ownerOf(searches[hit] ?? 0)] = none;
      return { firstHits: Uint32Array.from(firstHits), next };
    },
  };
}

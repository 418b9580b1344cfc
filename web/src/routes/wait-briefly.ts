const defaultMaxMs = 800;

/** Waits for the data of a page, unless it takes long: what is loaded later would push down the rest of the page. */
export async function waitBriefly(queries: Promise<unknown>[], maxMs = defaultMaxMs): Promise<void> {
  await Promise.race([Promise.allSettled(queries), new Promise((resolve) => setTimeout(resolve, maxMs))]);
}

import { CancelledError } from '@tanstack/react-query';

const defaultMaxMs = 800;

type Read = () => Promise<unknown>;

/** Waits for the data of a page, unless it takes long: what is loaded later would push down the rest of the page. */
export async function waitBriefly(reads: readonly Read[], maxMs = defaultMaxMs): Promise<void> {
  await Promise.race([
    Promise.allSettled(reads.map(readUncanceled)),
    new Promise((resolve) => setTimeout(resolve, maxMs)),
  ]);
}

/** Reads again where a live update canceled the request, as its answer may have been stale. */
async function readUncanceled(read: Read): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CancelledError && error.revert) return readUncanceled(read);
    throw error;
  }
}

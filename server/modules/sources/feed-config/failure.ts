/** Why a feed could not be read: one sentence for admins. `retryAfter` in seconds where the source asked for it. */
export class FeedFailure extends Error {
  readonly retryAfter: number | null;

  constructor(message: string, { retryAfter = null, cause }: { retryAfter?: number | null; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'FeedFailure';
    this.retryAfter = retryAfter;
  }
}

export function missingColumn({ id }: { id: string }, column: string, there: string[]): FeedFailure {
  const listed = there.filter((name) => name.trim() !== '').slice(0, 30);
  const others = listed.length === 0 ? 'There is no column at all' : `There are: ${listed.join(', ')}`;
  return new FeedFailure(`The mapping of feed '${id}' names the column '${column}', and there is none. ${others}`);
}

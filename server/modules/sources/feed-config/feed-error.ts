/** Why a feed could not be read: one message for admins. `retryAfter` in seconds if the source sent it. */
export class FeedError extends Error {
  readonly retryAfter: number | null;

  constructor(message: string, { retryAfter = null, cause }: { retryAfter?: number | null; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'FeedError';
    this.retryAfter = retryAfter;
  }
}

export function missingColumnError({ id }: { id: string }, column: string, columns: string[]): FeedError {
  const listed = columns.filter((name) => name.trim() !== '').slice(0, 30);
  const others = listed.length === 0 ? 'There are no columns' : `The columns are: ${listed.join(', ')}`;
  return new FeedError(`The mapping of feed '${id}' names the column '${column}', and there is none. ${others}`);
}

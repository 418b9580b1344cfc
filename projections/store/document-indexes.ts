/**
 * The fields that documents are found by, by space: an index each, in this order, which ends with the id. A query of a
 * space that names none of its indexes reads the whole space.
 */
export const documentIndexes: Readonly<Record<string, readonly (readonly string[])[]>> = {
  digests: [['due'], ['userId'], ['listingId', 'userId']],
  'push-subscriptions': [['userId']],
  'subject-tokens': [['subject']],
  outbox: [['channel', 'state', 'due'], ['state', 'due'], ['joinKey'], ['userId']],
};

/**
 * The fields that documents are found by, by space: an index each, in this order, which ends with the id. A query of a
 * space that names none of its indexes reads the whole space.
 */
export const documentIndexes: Readonly<Record<string, readonly (readonly string[])[]>> = {
  bounces: [['userId']],
  'channel-codes': [['userId']],
  'channel-links': [['userId']],
  'deferred-mails': [['place', 'source', 'uid']],
  // Of two that serve a query equally, the first is used.
  digests: [['userId'], ['due'], ['bucket', 'due'], ['listingId', 'userId']],
  'failed-events': [['position'], ['subscription'], ['replayRequestedAt']],
  outbox: [['channel', 'state', 'due'], ['state', 'due'], ['joinKey'], ['userId']],
  'payment-subscriptions': [['customerId'], ['userId']],
  pictures: [['listingId'], ['use', 'listingId']],
  'push-subscriptions': [['userId'], ['sessionKey']],
  'row-reports': [['at'], ['source', 'at'], ['isRejected', 'at']],
  'seller-contacts': [['textKey'], ['sellerKey']],
  sessions: [['userId']],
  'passkey-ceremonies': [['userId']],
  'second-factors': [['userId']],
  shares: [['userId']],
  'subject-tokens': [['subject']],
  'weekly-summaries': [['userId'], ['due'], ['bucket', 'due']],
};

/** Why the rules refuse a command. */
export type RejectionCode =
  | 'alert-not-found'
  | 'email-taken'
  | 'limit-out-of-range'
  | 'listing-image-invalid'
  | 'listing-link-invalid'
  | 'listing-needs-title-or-link'
  | 'listing-not-found'
  | 'listing-not-held'
  | 'listing-price-too-long'
  | 'listings-changed'
  | 'member-since-in-future'
  | 'price-above-limit'
  | 'temporary-password-spent'
  | 'too-many-listings'
  | 'too-many-members'
  | 'user-already-registered'
  | 'user-not-found';

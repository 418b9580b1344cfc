import type { Filters, Role, SavedListing } from './contract.ts';
import type { DeliveryField } from './filters.contract.ts';
import type { SavedSearch, Search } from './searches.contract.ts';

/** The part of a member's filters that listings are matched with. */
export type MatchingFilters = Omit<Filters, Exclude<DeliveryField, 'notificationPreference'>>;

/** Stream `user-<userId>`. Times are ISO 8601 in UTC, money whole US dollars, radii miles. */
export type UserEvent =
  | { type: 'UserRegistered'; data: { userId: string; email: string; role: Role } }
  | { type: 'FiltersUpdated'; data: { userId: string; changes: Partial<Filters> } }
  /** A search besides the filters; one that was removed may come back. */
  | { type: 'SearchAdded'; data: { userId: string; searchId: string; search: Search } }
  /** `search` is the whole of it from now on. */
  | { type: 'SearchChanged'; data: { userId: string; searchId: string; search: Search } }
  | { type: 'SearchRemoved'; data: { userId: string; searchId: string } }
  /** `takesBack`: the id of the earlier change that the holder of the former address took back. */
  | { type: 'EmailChanged'; data: { userId: string; email: string; takesBack?: string } }
  /** What the user claimed before and has not recorded by now is another's: it can be recorded no more. */
  | { type: 'EmailClaimRevoked'; data: { userId: string } }
  | { type: 'PasswordChanged'; data: { userId: string } }
  | { type: 'TemporaryPasswordIssued'; data: { userId: string } }
  | { type: 'TemporaryPasswordUsed'; data: { userId: string } }
  | { type: 'PasswordRevealed'; data: { userId: string } }
  /** `filters` are those of that moment, and `searches` the further searches that are not paused. */
  | {
      type: 'MembershipActivated';
      data: { userId: string; filters: MatchingFilters; searches?: SavedSearch[] };
    }
  | { type: 'MembershipDeactivated'; data: { userId: string } }
  | { type: 'MemberSinceSet'; data: { userId: string; memberSince: string } }
  /** An activation was undone that had set the first date. */
  | { type: 'MemberSinceCleared'; data: { userId: string } }
  | { type: 'ListingsSaved'; data: { userId: string; listings: SavedListing[] } }
  | { type: 'HigherLimitRequested'; data: { userId: string } }
  | { type: 'HigherLimitCleared'; data: { userId: string } }
  | { type: 'HigherLimitGranted'; data: { userId: string; limit: number } }
  | { type: 'RoleChanged'; data: { userId: string; role: Role } }
  /** Another full admin may be removed, because this one stays: a removal that began before fails. */
  | { type: 'FullAdminKept'; data: { userId: string } }
  /** `week` is the Monday of the summary, as the member's calendar has it: 2026-03-09. */
  | { type: 'WeeklySummaryIssued'; data: { userId: string; week: string } }
  /** An admin's own note about the user, which only admins read. */
  | { type: 'AdminNoteAdded'; data: { userId: string; adminNoteId: string; text: string } }
  | { type: 'AdminNoteRemoved'; data: { userId: string; adminNoteId: string } }
  | { type: 'UserDeleted'; data: { userId: string } };

/** Stream `email-<hmac of the lower-cased address>`: who may use that address. */
export type EmailEvent =
  | { type: 'EmailClaimed'; data: { userId: string } }
  | { type: 'EmailReleased'; data: { userId: string } };

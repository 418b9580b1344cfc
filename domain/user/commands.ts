import type { FilterChanges, Role, SavedListing } from './contract.ts';
import type { DeliveryField } from './filters.contract.ts';
import type { Search, SearchChanges } from './searches.contract.ts';

/** A row of the listings panel; one that was never saved has no timestamp yet. */
export type EditedListing = Omit<SavedListing, 'timestamp'> & { timestamp: string | null };

/** How many claims of the user were revoked when the address was claimed; 0 by default. */
type ClaimedAddress = { email: string; revokedClaims?: number };
/** How often the user was kept as a full admin when the removal began; needed to remove a full admin. */
type Removal = { timesKept?: number };

/**
 * Each command names the wanted state, so that a repeated one decides nothing. `now` and other times: ISO 8601, UTC.
 */
export type UserCommand =
  | { type: 'Register'; data: { userId: string; role: Role } & ClaimedAddress }
  | { type: 'UpdateFilters'; data: { userId: string; changes: FilterChanges } }
  /** Of the filters and all further searches. */
  | { type: 'UpdateDelivery'; data: { userId: string; changes: Pick<FilterChanges, DeliveryField> } }
  /** `most` is how many searches a member may have, the first too. */
  | { type: 'AddSearch'; data: { userId: string; searchId: string; search: Search; most: number } }
  | { type: 'ChangeSearch'; data: { userId: string; searchId: string; changes: SearchChanges } }
  | { type: 'RemoveSearch'; data: { userId: string; searchId: string } }
  | { type: 'RestoreSearch'; data: { userId: string; searchId: string; most: number } }
  | { type: 'ChangeEmail'; data: { userId: string; takesBack?: string } & ClaimedAddress }
  /** Before another user claims `email`: the user who claimed it, and does not have it, can record it no more. */
  | { type: 'RevokeEmailClaim'; data: { userId: string; email: string } }
  | { type: 'ChangePassword'; data: { userId: string } }
  | { type: 'IssueTemporaryPassword'; data: { userId: string } }
  | { type: 'UseTemporaryPassword'; data: { userId: string } }
  | { type: 'RevealPassword'; data: { userId: string } }
  | { type: 'ActivateMembership'; data: { userId: string; now: string } }
  /** `memberSince: null` also clears the date, to undo the first activation. */
  | { type: 'DeactivateMembership'; data: { userId: string; memberSince?: null | undefined } }
  | { type: 'SetMemberSince'; data: { userId: string; memberSince: string; now: string } }
  /** `expected`: the saved listings that the rows were made from; null skips the conflict check. */
  | {
      type: 'SaveListings';
      data: { userId: string; listings: EditedListing[]; expected?: SavedListing[] | null; now: string };
    }
  | { type: 'RequestHigherLimit'; data: { userId: string } }
  | { type: 'ClearHigherLimit'; data: { userId: string } }
  | { type: 'GrantHigherLimit'; data: { userId: string; limit: number } }
  | { type: 'ChangeRole'; data: { userId: string; role: Role } & Removal }
  /** Decides nothing where the user wants no summary, is no member, or had one for this week or a later one. */
  | { type: 'SummarizeWeek'; data: { userId: string; week: string } }
  | { type: 'AddAdminNote'; data: { userId: string; adminNoteId: string; text: string } }
  | { type: 'RemoveAdminNote'; data: { userId: string; adminNoteId: string } }
  /** Before another full admin is removed; decides nothing for a user who is none. */
  | { type: 'KeepFullAdmin'; data: { userId: string } }
  | { type: 'Delete'; data: { userId: string } & Removal };

/** The data of one command. */
export type UserCommandData<Type extends UserCommand['type']> = Extract<UserCommand, { type: Type }>['data'];

/** By their numbers: `replaces` is a claim whose user can record it no more, `claim` the only one that is released. */
export type EmailCommand =
  | { type: 'Claim'; data: { userId: string; replaces?: number } }
  | { type: 'Release'; data: { userId: string; claim?: number } };

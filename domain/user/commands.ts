import type { FilterChanges, Role, SavedListing } from './contract.ts';

/** A row of the listings panel; one that was never saved has no timestamp yet. */
export type EditedListing = Omit<SavedListing, 'timestamp'> & { timestamp: string | null };

/**
 * Each command names the wanted state, so that a repeated one decides nothing. `now` and other times: ISO 8601, UTC.
 */
export type UserCommand =
  | { type: 'Register'; data: { userId: string; email: string; role: Role } }
  | { type: 'UpdateFilters'; data: { userId: string; changes: FilterChanges } }
  | { type: 'ChangeEmail'; data: { userId: string; email: string; takesBack?: string } }
  | { type: 'ChangePassword'; data: { userId: string } }
  | { type: 'IssueTemporaryPassword'; data: { userId: string } }
  | { type: 'UseTemporaryPassword'; data: { userId: string } }
  | { type: 'RevealPassword'; data: { userId: string } }
  | { type: 'ActivateMembership'; data: { userId: string; now: string } }
  | { type: 'DeactivateMembership'; data: { userId: string } }
  | { type: 'SetMemberSince'; data: { userId: string; memberSince: string; now: string } }
  /** `expected`: the saved listings that the rows were made from; null skips the conflict check. */
  | {
      type: 'SaveListings';
      data: { userId: string; listings: EditedListing[]; expected?: SavedListing[] | null; now: string };
    }
  | { type: 'RequestHigherLimit'; data: { userId: string } }
  | { type: 'ClearHigherLimit'; data: { userId: string } }
  | { type: 'GrantHigherLimit'; data: { userId: string; limit: number } }
  | { type: 'ChangeRole'; data: { userId: string; role: Role } }
  | { type: 'Delete'; data: { userId: string } };

/** The data of one command. */
export type UserCommandData<Type extends UserCommand['type']> = Extract<UserCommand, { type: Type }>['data'];

/** A claim on an address; `takeOverFrom` names the holder that it may replace: one whose account was never written. */
export type EmailCommand =
  | { type: 'Claim'; data: { userId: string; takeOverFrom?: string } }
  | { type: 'Release'; data: { userId: string } };

import { useCallback } from 'react';
import { optionalTypes } from '#domain/listing/property-types.contract.ts';
import { membershipStatuses, notifications, roles } from '#domain/user/contract.ts';
import { ChoiceField, FilterBar } from '#web/components/filter-fields.tsx';
import { toChoices } from '#web/components/ui/form/select.tsx';
import { bindFilters, type ChangeFilters } from '#web/lib/use-filters.ts';
import { type UserFilters, UserSearchField } from '#web/features/user-table/index.ts';
import { stateNames } from '#web/features/visitors/index.ts';
import { roleNames } from './role-names.ts';

type UserFilterBarProps = {
  filters: UserFilters;
  /** Helper admins see no roles. */
  isFull: boolean;
  onChange: ChangeFilters<UserFilters>;
};

const yesNo = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;
const stateChoices = Object.entries(stateNames).map(([code, name = code]) => [code, name] as const);
const typeChoices = optionalTypes.map(({ id, heading }) => [id, heading] as const);

/** Search and facets of the users, as the address has them. */
export function UserFilterBar({ filters, isFull, onChange }: UserFilterBarProps) {
  const search = useCallback((q: string) => onChange({ q }), [onChange]);
  const flagOf = (flag: boolean | undefined) => (flag === undefined ? flag : flag ? 'true' : 'false');
  const field = bindFilters(filters, (name, value) => onChange({ [name]: value }));
  return (
    <FilterBar isPlain>
      <UserSearchField value={filters.q ?? ''} onChange={search} />
      <ChoiceField label="Membership" {...field('membership')} choices={toChoices(membershipStatuses)} />
      <ChoiceField label="Limit requested" {...field('request')} value={flagOf(filters.request)} choices={yesNo} />
      <ChoiceField label="ZIP" {...field('zip')} choices={listZipChoices(filters.zip)} />
      <ChoiceField label="Notification" {...field('notification')} choices={toChoices(notifications)} />
      <ChoiceField label="Email bouncing" {...field('bounced')} value={flagOf(filters.bounced)} choices={yesNo} />
      <ChoiceField label="Property type" {...field('type')} choices={typeChoices} />
      {isFull && <ChoiceField label="Role" {...field('role')} choices={roles.map((role) => [role, roleNames[role]])} />}
    </FilterBar>
  );
}

/** No ZIP, or one in a state; a single ZIP where the address has one. */
function listZipChoices(zip: string | undefined) {
  const single = zip !== undefined && /^\d/.test(zip) ? ([[zip, zip]] as const) : [];
  return [['none', 'No ZIP'] as const, ...single, ...stateChoices];
}

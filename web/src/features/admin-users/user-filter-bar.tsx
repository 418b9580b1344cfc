import { useCallback } from 'react';
import { optionalTypes } from '#domain/listing/property-types.contract.ts';
import { membershipStatuses, notifications, roles } from '#domain/user/contract.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { ChoiceField, FilterBar } from '#web/components/filter-fields.tsx';
import type { ChangeFilters } from '#web/lib/use-filters.ts';
import { type UserFilters, UserSearchField } from '#web/features/user-table/index.ts';
import { stateNames } from '#web/features/visitors/index.ts';
import { roleNames } from './role-names.ts';

type UserFilterBarProps = {
  filters: UserFilters;
  /** Helper admins see no roles. */
  isFull: boolean;
  onChange: ChangeFilters<UserFilters>;
};

const toChoices = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => [value, capitalize(value)] as const);
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
  const choose = (name: keyof UserFilters) => (value: string) => onChange({ [name]: value });
  return (
    <FilterBar isPlain>
      <UserSearchField value={filters.q ?? ''} onChange={search} />
      <ChoiceField
        label="Membership"
        value={filters.membership}
        choices={toChoices(membershipStatuses)}
        onChange={choose('membership')}
      />
      <ChoiceField
        label="Limit requested"
        value={flagOf(filters.request)}
        choices={yesNo}
        onChange={choose('request')}
      />
      <ChoiceField label="ZIP" value={filters.zip} choices={listZipChoices(filters.zip)} onChange={choose('zip')} />
      <ChoiceField
        label="Notification"
        value={filters.notification}
        choices={toChoices(notifications)}
        onChange={choose('notification')}
      />
      <ChoiceField
        label="Email bouncing"
        value={flagOf(filters.bounced)}
        choices={yesNo}
        onChange={choose('bounced')}
      />
      <ChoiceField label="Property type" value={filters.type} choices={typeChoices} onChange={choose('type')} />
      {isFull && (
        <ChoiceField
          label="Role"
          value={filters.role}
          choices={roles.map((role) => [role, roleNames[role]])}
          onChange={choose('role')}
        />
      )}
    </FilterBar>
  );
}

/** No ZIP, or one in a state; a single ZIP where the address has one. */
function listZipChoices(zip: string | undefined) {
  const single = zip !== undefined && /^\d/.test(zip) ? ([[zip, zip]] as const) : [];
  return [['none', 'No ZIP'] as const, ...single, ...stateChoices];
}

import { SearchField } from '#web/components/filter-fields.tsx';

type UserSearchFieldProps = { value: string; onChange: (q: string) => void };

export function UserSearchField(props: UserSearchFieldProps) {
  return <SearchField label="Search by email or ZIP" placeholder="ann@example.com, 48204" maxLength={254} {...props} />;
}

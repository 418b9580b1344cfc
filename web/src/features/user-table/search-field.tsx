import { controlClasses } from '#web/components/ui/form/field.tsx';
import { SearchIcon } from '#web/components/ui/icons.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';

export function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="relative mb-4 max-w-xs">
      <SearchIcon className="pointer-events-none absolute inset-y-0 left-3.5 my-auto text-muted" />
      <input
        type="search"
        aria-label="Search by email or ZIP"
        placeholder="Search by email or ZIP"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={joinClasses(controlClasses, 'pl-10 [&::-webkit-search-cancel-button]:appearance-none')}
      />
    </div>
  );
}

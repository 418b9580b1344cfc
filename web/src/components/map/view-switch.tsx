import { joinClasses } from '#web/lib/join-classes.ts';

export type ListView = 'list' | 'map';
const names: Record<ListView, string> = { list: 'List', map: 'Map' };

/** Shows listings as a list or on a map. */
export function ViewSwitch({ view, onChange }: { view: ListView; onChange: (view: ListView) => void }) {
  return (
    <div role="group" aria-label="Show listings as" className="flex gap-0.5 rounded-control bg-sunken p-0.5">
      {(['list', 'map'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={view === one}
          onClick={() => onChange(one)}
          className={joinClasses(
            'min-h-8 min-w-14 rounded-lg px-3 text-sm font-semibold transition-colors',
            view === one ? 'bg-raised text-text shadow-xs' : 'text-muted hover:text-text',
          )}
        >
          {names[one]}
        </button>
      ))}
    </div>
  );
}

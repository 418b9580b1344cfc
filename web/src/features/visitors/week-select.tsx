import type { AvailableWeek } from '#domain/visit/admin.contract.ts';
import { controlClasses } from '#web/components/ui/form/field.tsx';
import { Options } from '#web/components/ui/form/select.tsx';
import { ChevronDownIcon } from '#web/components/ui/icons.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { formatWeek } from './week.ts';

type WeekSelectProps = { weeks: AvailableWeek[]; offset: number; onChange: (weekStart: string | null) => void };

export function WeekSelect({ weeks, offset, onChange }: WeekSelectProps) {
  const options = weeks.length > 0 ? weeks : [{ offset: 0, weekStart: '', weekEnd: '' }];
  return (
    <div className="relative w-60 max-w-full">
      <select
        aria-label="Week"
        value={offset}
        onChange={({ target }) =>
          onChange(options.find((week) => week.offset === Number(target.value))?.weekStart ?? null)
        }
        className={joinClasses(controlClasses, 'h-10 appearance-none pr-10 text-sm font-medium')}
      >
        <Options choices={options.map((week) => [week.offset, formatWeek(week)])} />
      </select>
      <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-muted" />
    </div>
  );
}

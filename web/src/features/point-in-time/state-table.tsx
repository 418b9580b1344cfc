import type { AsOfAnswer } from '#domain/history/point-in-time.contract.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { FieldValue } from './field-value.tsx';
import { type StateField, toStateFields } from './fields.ts';

/** The state at that time. Changes of the last event are marked by a word and a bar, with the previous value. */
export function StateTable({ answer }: { answer: AsOfAnswer }) {
  return (
    <table className="w-full table-fixed text-left text-sm">
      <caption className="sr-only">State at this point; changed fields are marked</caption>
      <colgroup>
        <col className="w-[42%] sm:w-56" />
        <col />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {toStateFields(answer).map((line) => (
          <StateRow key={line.field} line={line} />
        ))}
      </tbody>
    </table>
  );
}

function StateRow({ line: { field, name, value, change } }: { line: StateField }) {
  return (
    <tr className={joinClasses('border-t border-line align-top', change && 'bg-warm-soft/60')}>
      <th
        scope="row"
        className={joinClasses(
          'border-l-4 py-2.5 pr-3 pl-4 font-medium text-muted sm:pl-5',
          change ? 'border-l-warm text-on-warm-soft' : 'border-l-transparent',
        )}
      >
        {name}
        {change && (
          <span className="mt-1 block">
            <Badge tone="warm">Changed</Badge>
          </span>
        )}
      </th>
      <td className="py-2.5 pr-5 sm:pr-6">
        <FieldValue field={field} value={value} />
        {change && (
          <div className="mt-1.5 flex flex-wrap gap-x-2 text-on-warm-soft">
            <span className="font-semibold">Before:</span>
            <div className="min-w-0">
              <FieldValue field={field} value={change.before} />
            </div>
          </div>
        )}
      </td>
    </tr>
  );
}

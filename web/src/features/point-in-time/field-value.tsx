import { AnnouncementMessage } from '#web/components/announcement-message.tsx';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import { formatCalendarDate, formatTime } from '#web/lib/format.ts';
import { getFieldName, type StateValue } from './fields.ts';

const dollarFields = new Set(['maxPrice', 'maxPriceLimit', 'price', 'lowest']);
/** Fields with values of an enum, capitalised for display. */
const enumFields = new Set(['membershipStatus', 'notificationPreference', 'status', 'propertyType', 'basis']);
const timePattern = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** A readable value of a state. */
export function FieldValue({ field, value }: { field: string; value: StateValue }) {
  if (value === null || value === '') return <span className="text-muted">Not set</span>;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatNumber(field, value);
  if (typeof value === 'string') return <TextValue field={field} text={value} />;
  if (Array.isArray(value)) return <ListValue field={field} values={value} />;
  return <ObjectValue value={value} />;
}

function formatNumber(field: string, value: number): string {
  if (dollarFields.has(field)) return formatWholeDollars(value);
  return field === 'mileageRadius' ? `${value} miles` : String(value);
}

function TextValue({ field, text }: { field: string; text: string }) {
  if (field === 'message') return <AnnouncementMessage html={text} />;
  if (enumFields.has(field)) return capitalize(text);
  if (field === 'memberSince') return formatCalendarDate(text);
  if (timePattern.test(text)) return <time dateTime={text}>{formatTime(text)}</time>;
  return <span className="break-words whitespace-pre-line [overflow-wrap:anywhere]">{text}</span>;
}

function ListValue({ field, values }: { field: string; values: StateValue[] }) {
  if (values.length === 0) return <span className="text-muted">None</span>;
  return (
    <ul className="grid gap-2">
      {values.map((value, index) => (
        // Items within a state never move, so the index is a stable key.
        <li key={index}>
          <FieldValue field={field} value={value} />
        </li>
      ))}
    </ul>
  );
}

function ObjectValue({ value }: { value: Record<string, StateValue> }) {
  const { says, quote } = value;
  if (typeof says === 'string' && typeof quote === 'string') return `${says}: “${quote}”`;
  const fields = Object.entries(value).filter(([, inner]) => inner !== null && inner !== '');
  if (fields.length === 0) return <span className="text-muted">Nothing</span>;
  return (
    <dl className="grid gap-x-2 rounded-lg bg-sunken px-3 py-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
      {fields.map(([name, inner]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{getFieldName(name)}</dt>
          <dd className="min-w-0">
            <FieldValue field={name} value={inner} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

import type { ImportPreview, SkippedRow } from '#domain/user/import.contract.ts';
import { formatCount } from '#web/lib/format.ts';

export const focusParagraph = (paragraph: HTMLElement | null) => paragraph?.focus();

type ImportPreviewSummaryProps = { name: string; preview: ImportPreview };

/** What an import of the file will do; nothing has been changed yet. */
export function ImportPreviewSummary({ name, preview }: ImportPreviewSummaryProps) {
  const counts = [
    ['New', preview.new],
    ['Updated', preview.updated],
    ['Unchanged', preview.unchanged],
    ['Skipped', preview.skipped.length],
  ] as const;
  return (
    <div className="mt-3 grid gap-4">
      <p ref={focusParagraph} tabIndex={-1} className="break-words text-muted outline-hidden">
        This is what importing <strong className="font-semibold text-text">{name}</strong> will do.
      </p>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {counts.map(([title, count]) => (
          <div key={title} className="flex flex-col-reverse rounded-xl bg-sunken px-4 py-3">
            <dt className="text-sm text-muted">{title}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm">{describeMails(preview.mails)}</p>
      {preview.skipped.length > 0 && <SkippedRows rows={preview.skipped} />}
    </div>
  );
}

function describeMails(count: number): string {
  if (count === 0) return 'No emails will be sent.';
  return `${formatCount(count, 'email')} with a temporary password will be sent to new users.`;
}

/** At most this many rows are listed; the rest is counted. */
const maxRows = 200;

function SkippedRows({ rows }: { rows: SkippedRow[] }) {
  return (
    <div
      role="region"
      aria-label="Skipped rows, scrollable"
      tabIndex={0}
      className="max-h-52 overflow-auto rounded-xl border border-line"
    >
      <table className="w-full text-left text-sm">
        <thead className="sticky top-0 bg-surface text-muted">
          <tr>
            {['Row', 'Email', 'Reason'].map((title) => (
              <th key={title} scope="col" className="px-3 py-2 font-semibold">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map(({ row, email, reason }) => (
            <tr key={row} className="border-t border-line align-top">
              <td className="px-3 py-2 tabular-nums">{row}</td>
              <td className="px-3 py-2 wrap-anywhere">{email}</td>
              <td className="px-3 py-2 break-words">{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > maxRows && (
        <p className="px-3 py-2 text-sm text-muted">And {(rows.length - maxRows).toLocaleString('en-US')} more.</p>
      )}
    </div>
  );
}

import { ExternalIcon } from '#web/components/ui/page-icons.tsx';
import { insertQuery } from '#domain/listing/place-text.contract.ts';
import { getPageSetting } from '#web/lib/page/page-settings.ts';

/** Opens the maps of the installation's choice for an address or a point, in a new tab. */
export function MapsLink({ query }: { query: string }) {
  const template = getPageSetting('maps-link');
  if (template === null) return null;
  return (
    <a
      href={insertQuery(template, query)}
      target="_blank"
      rel="noreferrer"
      className="tap-target inline-flex items-center gap-1 rounded-sm text-sm font-semibold text-primary hover:underline print:hidden"
    >
      Open in maps
      <ExternalIcon className="size-4 shrink-0" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

import { memo } from 'react';
import type { FoundListing } from '#domain/listing/found-listings.contract.ts';
import { toRowId } from '#web/components/listing/listings-map.tsx';
import { SpacerRow } from '#web/components/ui/spacer-row.tsx';
import { PanelRow, rowLinkClasses, RowTitle, rowTitleClasses, TableBodyCell } from '#web/components/ui/table.tsx';
import { toHttpUrl } from '#web/lib/http-url.ts';
import { foundColumns, listCells } from './found-columns.tsx';
import { FoundDetails } from './found-details.tsx';

type FoundRowProps = {
  listing: FoundListing;
  index: number;
  gap: number;
  isOpen: boolean;
  /** Whether it is highlighted, as its pin is. */
  isActive: boolean;
  toggle: (id: string) => void;
  onActive: (ids: readonly string[]) => void;
  measure: (element: Element | null) => void;
};

/** The row of a listing and, if it is open, its details below. Scrolling renders only the rows that appear. */
export const FoundRow = memo(function FoundRow({ listing, isActive, onActive, ...row }: FoundRowProps) {
  const { id } = listing;
  const { index, gap, isOpen, toggle, measure } = row;
  return (
    <>
      {gap > 0 && (
        <tbody>
          <SpacerRow height={gap} span={foundColumns.length} />
        </tbody>
      )}
      <tbody
        ref={measure}
        id={toRowId(id)}
        data-index={index}
        onPointerEnter={() => onActive([id])}
        onPointerLeave={() => onActive([])}
        onFocus={() => onActive([id])}
        onBlur={() => onActive([])}
      >
        <tr aria-rowindex={index + 2} className="group h-16">
          <TableBodyCell isKept isActive={isActive}>
            <TitleCell listing={listing} isOpen={isOpen} toggle={toggle} />
          </TableBodyCell>
          {listCells(listing).map(({ title, content }) => (
            <TableBodyCell key={title} isKept={false} isActive={isActive}>
              {content}
            </TableBodyCell>
          ))}
        </tr>
        {isOpen && (
          <PanelRow colSpan={foundColumns.length}>
            <FoundDetails listing={listing} />
          </PanelRow>
        )}
      </tbody>
    </>
  );
});

/** Leads to the listing at its source; its button opens and closes the details. */
function TitleCell({
  listing: { id, title, link },
  isOpen,
  toggle,
}: Pick<FoundRowProps, 'listing' | 'isOpen' | 'toggle'>) {
  const address = toHttpUrl(link);
  return (
    <RowTitle isOpen={isOpen} toggle={() => toggle(id)} label={`Details of ${title}`}>
      {address === '' ? (
        <bdi className={rowTitleClasses}>{title}</bdi>
      ) : (
        <a href={address} title={title} target="_blank" rel="noopener noreferrer" className={rowLinkClasses}>
          <bdi>{title}</bdi>
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
    </RowTitle>
  );
}

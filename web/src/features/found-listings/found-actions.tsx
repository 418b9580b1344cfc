import { useState } from 'react';
import type { FoundListing } from '#domain/listing/found-listings.contract.ts';
import { Menu, MenuItem, MenuTrigger } from '#web/components/ui/overlay/menu.tsx';
import { MatchExplanationDialog } from '#web/features/match-explanation/index.ts';
import { useReturnFocus } from '#web/lib/focus/use-return-focus.ts';
import { formatListingPlace } from './format.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** Explains a match of a listing, and withdraws it. */
export function FoundActions({ listing }: { listing: FoundListing }) {
  const { id, title, foundAt, price, priceText, place, state } = listing;
  const [dialog, setDialog] = useState<'match' | 'withdraw' | null>(null);
  // Outlives the dialog, so that the reason need not be typed again after a failure.
  const [reason, setReason] = useState('');
  const returnFocus = useReturnFocus(dialog !== null);
  const close = () => setDialog(null);
  const chosen = { id, title, foundAt, price, priceText, place: formatListingPlace(place) };
  return (
    <>
      <Menu
        align="end"
        trigger={
          <MenuTrigger ref={returnFocus} aria-label={`Actions for ${title}`}>
            Actions
          </MenuTrigger>
        }
      >
        <MenuItem onSelect={() => setDialog('match')}>Check a match…</MenuItem>
        {state === 'listed' && (
          <MenuItem tone="danger" onSelect={() => setDialog('withdraw')}>
            Withdraw…
          </MenuItem>
        )}
      </Menu>
      {dialog === 'match' && <MatchExplanationDialog email="" listing={chosen} close={close} />}
      {dialog === 'withdraw' && (
        <WithdrawDialog listing={listing} reason={reason} setReason={setReason} close={close} />
      )}
    </>
  );
}

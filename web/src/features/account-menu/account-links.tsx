import { Link } from '@tanstack/react-router';
import { ExternalIcon } from '#web/components/ui/page-icons.tsx';
import { MenuItem } from '#web/components/ui/overlay/menu.tsx';
import { getPageSetting } from '#web/lib/page/page-settings.ts';

export function AccountLinks() {
  const billingPortal = getPageSetting('billing-portal');
  return (
    <>
      <MenuItem asChild>
        <Link to="/listings">Listings</Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/profile">Profile</Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/profile" hash="security">
          Security
        </Link>
      </MenuItem>
      {billingPortal !== null && (
        <MenuItem asChild>
          <a href={billingPortal} target="_blank" rel="noopener noreferrer">
            Billing
            <ExternalIcon className="size-4 text-muted" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </MenuItem>
      )}
    </>
  );
}

import { Link } from '@tanstack/react-router';

export function EntryLink() {
  return (
    <Link
      to="/admin/add-listing"
      className="min-h-6 justify-self-start text-sm font-semibold text-primary hover:underline"
    >
      Add Listing
    </Link>
  );
}

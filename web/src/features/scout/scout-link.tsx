import { Link } from '@tanstack/react-router';

export function ScoutLink() {
  return (
    <Link to="/admin/scout" className="min-h-6 justify-self-start text-sm font-semibold text-primary hover:underline">
      Scout and Sources
    </Link>
  );
}

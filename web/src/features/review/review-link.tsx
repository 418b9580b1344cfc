import { Link } from '@tanstack/react-router';

export function ReviewLink() {
  return (
    <Link to="/admin/review" className="min-h-6 justify-self-start text-sm font-semibold text-primary hover:underline">
      Review Queue
    </Link>
  );
}

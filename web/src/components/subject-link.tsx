import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LinkedSubject } from '#domain/workflow-log/contract.ts';

const linkClasses = 'font-medium text-primary underline-offset-2 hover:underline';

/** Leads admins to the page of a user, or to a listing among those found. */
export function SubjectLink({ subject: { kind, id }, children }: { subject: LinkedSubject; children: ReactNode }) {
  return kind === 'user' ? (
    <Link to="/admin/users/$id" params={{ id }} className={linkClasses}>
      {children}
    </Link>
  ) : (
    <Link to="/admin/found" search={{ q: id }} className={linkClasses}>
      {children}
    </Link>
  );
}

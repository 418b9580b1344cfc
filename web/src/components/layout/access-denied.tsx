import { MessagePage } from './message-page.tsx';

/** Shown on an admin page to a user without an admin role. */
export function AccessDenied() {
  return <MessagePage title="Access Denied" text="This page is for administrators." />;
}

import { MessagePage } from './message-page.tsx';

/** What somebody without an admin's role sees on a page for admins. */
export function AccessDenied() {
  return <MessagePage title="Access Denied" text="This page is for administrators." />;
}

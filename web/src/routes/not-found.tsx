import { MessagePage } from '#web/components/layout/message-page.tsx';

export function NotFound() {
  return <MessagePage title="404 Page Not Found" text="Did you forget to add the page to the router?" />;
}

import type { ComponentProps } from 'react';
import { ErrorView } from '#web/components/error-view.tsx';
import { LogoMark } from '#web/components/ui/logo.tsx';

/** A page with only an error, and a way to try again. */
export function ErrorPage(error: ComponentProps<typeof ErrorView>) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center pb-16">
      <LogoMark className="size-14" />
      <ErrorView {...error} />
    </main>
  );
}

/** A page that failed to load or crashed: offers to reload it. */
export function PageError() {
  return <ErrorPage message="Couldn’t show this page." retry={() => window.location.reload()} />;
}

import { ErrorView } from '#web/components/error-view.tsx';
import { LogoMark } from '#web/components/ui/logo.tsx';

/** A page that failed to load or crashed: offers to reload it. */
export function PageError() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center pb-16">
      <LogoMark className="size-14" />
      <ErrorView message="Couldn’t show this page." retry={() => window.location.reload()} />
    </main>
  );
}

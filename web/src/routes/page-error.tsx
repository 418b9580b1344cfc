import { ErrorView } from '#web/components/error-view.tsx';
import { LogoMark } from '#web/components/ui/logo.tsx';

/** A page that could not be loaded or broke: loading it anew is the way out. */
export function PageError() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center pb-16">
      <LogoMark className="size-14" />
      <ErrorView message="This page could not be shown." retry={() => window.location.reload()} />
    </main>
  );
}

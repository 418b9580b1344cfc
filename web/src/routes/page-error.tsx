import { ErrorView } from '#web/components/error-view.tsx';

/** A page that could not be loaded or broke: loading it anew is the way out. */
export function PageError() {
  return (
    <main>
      <ErrorView message="This page could not be shown." retry={() => window.location.reload()} />
    </main>
  );
}

/** Indicates loading; screen readers announce `label`. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="flex items-center justify-center p-8">
      <span aria-hidden="true" className="size-8 animate-spin rounded-full border-3 border-line border-t-primary" />
      <span className="sr-only">{label}</span>
    </div>
  );
}

export function PageSpinner() {
  return (
    <main data-waiting className="flex min-h-dvh items-center justify-center">
      <Spinner label="Loading" />
    </main>
  );
}

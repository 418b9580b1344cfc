import { Button } from './ui/button.tsx';

/** Shown in place of content that could not be loaded. */
export function ErrorView({ message, retry }: { message: string; retry: () => unknown }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-4 py-12 text-center">
      <h2 className="text-xl font-semibold">Error</h2>
      <p className="max-w-prose text-pretty text-muted">{message}</p>
      <Button variant="secondary" onClick={() => retry()}>
        Try again
      </Button>
    </div>
  );
}

import { Button } from '#web/components/ui/button.tsx';
import { CopyIcon } from '#web/components/ui/icons.tsx';
import { copyText } from '#web/lib/clipboard.ts';

/** The secret by which calls are verified, shown once. */
export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div role="status" className="grid gap-3 rounded-control bg-sunken p-4 text-sm">
      <p className="text-pretty">
        <strong>Your signing secret.</strong> Store it now: it is not shown again. With it your server checks that a
        call is ours.
      </p>
      <p className="font-mono wrap-anywhere">{secret}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => void copyText(secret)}>
          <CopyIcon className="size-4" /> Copy secret
        </Button>
        <Button variant="secondary" size="small" onClick={onClose}>
          I have stored it
        </Button>
      </div>
    </div>
  );
}

import { Button } from '#web/components/ui/button.tsx';
import { CopyIcon } from '#web/components/ui/page-icons.tsx';
import { copyText } from '#web/lib/browser/clipboard.ts';

/** A text for another program, with a button that copies it. */
export function CopyableText({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">{label}</h3>
        <Button variant="quiet" size="small" aria-label={`Copy: ${label}`} onClick={() => void copyText(text)}>
          <CopyIcon />
          Copy
        </Button>
      </div>
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="max-h-60 overflow-auto rounded-control bg-sunken p-3 text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </div>
  );
}

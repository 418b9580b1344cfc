import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { CopyIcon } from '#web/components/ui/page-icons.tsx';
import { copyText } from '#web/lib/browser/clipboard.ts';
import { saveFile } from '#web/lib/browser/save-file.ts';

/** New recovery codes. Only the button closes them: they are not shown again. */
export function RecoveryCodesDialog({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const text = codes.join('\n');
  return (
    <Dialog title="Save your recovery codes" onClose={() => undefined}>
      <p className="mt-2 text-pretty text-muted">
        Each code signs you in once if you lose your phone or passkey. Store them somewhere safe: they are not shown
        again.
      </p>
      <ul role="list" className="my-4 grid grid-cols-2 gap-x-4 gap-y-1 rounded-control bg-sunken p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={() => void copyText(text)}>
          <CopyIcon className="size-4" /> Copy
        </Button>
        <Button
          variant="secondary"
          size="small"
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          Download
        </Button>
      </div>
      <div className="mt-6 flex justify-end">
        <Button onClick={close}>I saved them</Button>
      </div>
    </Dialog>
  );
}

import { useState } from 'react';
import type { SourceView } from '#domain/source/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { ConfirmDialog } from '#web/components/ui/overlay/confirm-dialog.tsx';
import { pauseSource, removeFeed, resumeSource, runSource } from './queries.ts';
import { formatPassResult } from './format.ts';

type SourceActionsProps = {
  source: SourceView;
  mayChange: boolean;
  onEdit: (source: SourceView) => void;
  dryRun: { isOpen: boolean; panelId: string; toggle: () => void };
};

/** The actions on a source: any admin tries it, full admins change it. */
export function SourceActions({ source, mayChange, onEdit, dryRun }: SourceActionsProps) {
  return (
    <div className="flex flex-wrap items-start gap-2 lg:grid lg:content-start">
      {mayChange && <ChangeActions source={source} />}
      <Button
        size="small"
        variant="quiet"
        aria-expanded={dryRun.isOpen}
        aria-controls={dryRun.panelId}
        onClick={dryRun.toggle}
      >
        {dryRun.isOpen ? 'Close' : 'Test a sample'}
      </Button>
      {source.feed && <FeedActions id={source.id} edit={() => onEdit(source)} />}
    </div>
  );
}

function ChangeActions({ source }: { source: SourceView }) {
  const [isPausing, setPausing] = useState(false);
  const run = useUserAction(runSource(source.id), { onSuccess: reportPass, errorTitle: 'Run failed' });
  const resume = useUserAction(resumeSource(source.id), {
    onSuccess: ({ id }) => toast({ title: 'Source resumed', description: id }),
    errorTitle: 'Update failed',
  });
  if (source.paused !== null) {
    return (
      <Button size="small" pending={resume.pending && 'Resuming…'} onClick={() => resume.start()}>
        Resume
      </Button>
    );
  }
  return (
    <>
      {source.flow === 'pull' && (
        <Button
          size="small"
          variant="secondary"
          pending={(run.pending || source.isRunning) && 'Running…'}
          onClick={() => run.start()}
        >
          Run now
        </Button>
      )}
      <Button size="small" variant="secondary" onClick={() => setPausing(true)}>
        Pause
      </Button>
      {isPausing && <PauseDialog id={source.id} close={() => setPausing(false)} />}
    </>
  );
}

function FeedActions({ id, edit }: { id: string; edit: () => void }) {
  const [isRemoving, setRemoving] = useState(false);
  return (
    <>
      <Button size="small" variant="quiet" aria-label={`Edit ${id}`} onClick={edit}>
        Edit
      </Button>
      <Button size="small" variant="quiet" aria-label={`Remove ${id}`} onClick={() => setRemoving(true)}>
        Remove
      </Button>
      {isRemoving && <RemoveDialog id={id} close={() => setRemoving(false)} />}
    </>
  );
}

function RemoveDialog({ id, close }: { id: string; close: () => void }) {
  const remove = useUserAction(removeFeed(id), {
    close,
    onSuccess: () => toast({ title: 'Feed removed', description: id }),
    errorTitle: 'Update failed',
  });
  return (
    <ConfirmDialog
      title="Remove this feed?"
      action="Remove feed"
      isFinal
      pending={remove.pending && 'Removing…'}
      close={close}
      confirm={remove.start}
    >
      We’ll stop reading {id} and delete its address and mapping. The listings it sent stay.
    </ConfirmDialog>
  );
}

function reportPass({ id, isRunning, problem, lastPass }: SourceView): void {
  if (isRunning) toast({ title: 'Run started', description: `${id} is still running.` });
  else if (problem !== null) toast({ title: 'Run failed', description: problem, variant: 'destructive' });
  else toast({ title: 'Run complete', description: lastPass ? formatPassResult(lastPass) : 'No changes.' });
}

function PauseDialog({ id, close }: { id: string; close: () => void }) {
  const pause = useUserAction(pauseSource(id), {
    close,
    onSuccess: () => toast({ title: 'Source paused', description: id }),
    errorTitle: 'Update failed',
  });
  return (
    <ConfirmDialog
      title="Pause this source?"
      action="Pause source"
      pending={pause.pending && 'Pausing…'}
      close={close}
      confirm={pause.start}
    >
      We’ll stop reading {id} and reject what it sends. Members get no alerts from it until it’s resumed.
    </ConfirmDialog>
  );
}

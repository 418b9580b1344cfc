import { useState } from 'react';
import type { SourceView } from '#domain/source/contract.ts';
import { ConfirmActionDialog } from '#web/components/confirm-action-dialog.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
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
      {isPausing && (
        <ConfirmActionDialog
          mutation={pauseSource(source.id)}
          title="Pause this source?"
          action="Pause source"
          pending="Pausing…"
          close={() => setPausing(false)}
          onSuccess={() => toast({ title: 'Source paused', description: source.id })}
          errorTitle="Update failed"
        >
          We’ll stop reading {source.id} and reject what it sends. Members get no alerts from it until it’s resumed.
        </ConfirmActionDialog>
      )}
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
      {isRemoving && (
        <ConfirmActionDialog
          mutation={removeFeed(id)}
          title="Remove this feed?"
          action="Remove feed"
          isFinal
          pending="Removing…"
          close={() => setRemoving(false)}
          onSuccess={() => toast({ title: 'Feed removed', description: id })}
          errorTitle="Update failed"
        >
          We’ll stop reading {id} and delete its address and mapping. The listings it sent stay.
        </ConfirmActionDialog>
      )}
    </>
  );
}

function reportPass({ id, isRunning, problem, lastPass }: SourceView): void {
  if (isRunning) toast({ title: 'Run started', description: `${id} is still running.` });
  else if (problem !== null) toast({ title: 'Run failed', description: problem, variant: 'destructive' });
  else toast({ title: 'Run complete', description: lastPass ? formatPassResult(lastPass) : 'No changes.' });
}

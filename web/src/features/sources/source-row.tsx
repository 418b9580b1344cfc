import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import type { SourceView } from '#domain/source/contract.ts';
import type { OverruledSource } from '#domain/correction/contract.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { formatCount, formatTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hooks/use-now.ts';
import { SourceActions } from './source-actions.tsx';
import { TrySample } from './try-sample.tsx';
import {
  formatAgo,
  formatAhead,
  formatOverruled,
  formatPassResult,
  formatRunInterval,
  sourceKindLabels,
  sourceStateLabels,
} from './format.ts';

const tones = { working: 'primary', waiting: 'neutral', failing: 'warm', paused: 'neutral' } as const;

/** `overruled` is undefined until it is read. */
type SourceRowProps = {
  source: SourceView;
  overruled: OverruledSource[] | undefined;
  mayChange: boolean;
  onEdit: (source: SourceView) => void;
};

export function SourceRow({ source, overruled, mayChange, onEdit }: SourceRowProps) {
  const [isTrying, setTrying] = useState(false);
  const panelId = useId();
  const nameId = useId();
  const { id, problem, alarm, paused } = source;
  return (
    <li aria-labelledby={nameId} className="grid grid-cols-[minmax(0,1fr)] gap-4 py-5 last:pb-0">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_8.5rem] lg:gap-6">
        <SourceHead source={source} nameId={nameId} />
        <SourceFigures source={source} />
        <SourceActions
          source={source}
          mayChange={mayChange}
          onEdit={onEdit}
          dryRun={{ isOpen: isTrying, panelId, toggle: () => setTrying(!isTrying) }}
        />
      </div>
      {paused && (
        <p className="text-sm text-muted">
          Paused by {paused.by} on <time dateTime={paused.at}>{formatTime(paused.at)}</time>. Incoming listings are
          rejected while paused.
        </p>
      )}
      {!paused && (alarm?.problem ?? problem) && (
        <p className="rounded-control bg-warm-soft px-4 py-2.5 text-sm wrap-anywhere text-on-warm-soft">
          {problem ?? alarm?.problem}
          {source.failures > 1 && ` (${source.failures} times in a row)`}
        </p>
      )}
      <OverruledNote counts={overruled} id={id} />
      <UnreadableMailNotice unreadable={source.unreadable} />
      <div id={panelId} hidden={!isTrying}>
        {isTrying && <TrySample id={id} kind={source.kind} />}
      </div>
    </li>
  );
}

function OverruledNote({ counts, id }: { counts: OverruledSource[] | undefined; id: string }) {
  if (counts === undefined) return null;
  return (
    <p className="text-sm text-pretty text-muted">
      Overruled by people: {formatOverruled(counts.find(({ source }) => source === id))}
    </p>
  );
}

function UnreadableMailNotice({ unreadable }: Pick<SourceView, 'unreadable'>) {
  const now = useNow();
  if (unreadable === null) return null;
  const { count, lastAt, reason } = unreadable;
  return (
    <p className="rounded-control bg-warm-soft px-4 py-2.5 text-sm wrap-anywhere text-on-warm-soft">
      {formatCount(count, 'email', 'emails')} could not be read in the last 7 days. Latest:{' '}
      <RelativeTime at={lastAt} text={formatAgo(lastAt, now)} />. {reason}.
    </p>
  );
}

function SourceHead({ source, nameId }: { source: SourceView; nameId: string }) {
  const { id, kind, state, basis, feed, everySeconds } = source;
  // The rest of a saved address may be secret: it is shown where it is edited.
  const address = feed === null ? source.address : new URL(feed.url).host;
  return (
    <div className="grid content-start gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <h3 id={nameId} className="font-semibold wrap-anywhere">
          {id}
        </h3>
        <Badge tone={tones[state]}>{sourceStateLabels[state]}</Badge>
      </div>
      <p className="text-sm text-pretty wrap-anywhere text-muted">
        {sourceKindLabels[kind]}
        {everySeconds !== null && `, ${formatRunInterval(everySeconds)}`}. {capitalize(basis)}
      </p>
      {address !== null && <p className="text-sm wrap-anywhere text-muted">{address}</p>}
    </div>
  );
}

function SourceFigures({ source }: { source: SourceView }) {
  const now = useNow();
  const { id, flow, lastPassAt, nextPassAt, lastPass, week } = source;
  return (
    <dl className="grid grid-cols-2 content-start gap-x-6 gap-y-3 text-sm sm:grid-cols-4 lg:grid-cols-2 xl:grid-cols-4">
      <Fact name="Last run">
        {lastPassAt === null ? 'Never' : <RelativeTime at={lastPassAt} text={formatAgo(lastPassAt, now)} />}
      </Fact>
      <Fact name="Next run">
        {nextPassAt !== null ? (
          <RelativeTime at={nextPassAt} text={formatAhead(nextPassAt, now)} />
        ) : flow === 'push' ? (
          'When it sends listings'
        ) : (
          'Not scheduled'
        )}
      </Fact>
      <Fact name="Last result">{lastPass === null ? 'No data yet' : formatPassResult(lastPass)}</Fact>
      <Fact name="Last 7 days">
        {formatPassResult(week)}
        {week.accepted > 0 && (
          <Link
            to="/admin/found"
            search={{ source: id }}
            className="tap-target block min-h-6 w-fit font-semibold text-primary hover:underline"
          >
            See listings<span className="sr-only"> of {id}</span>
          </Link>
        )}
        {week.errors > 0 && (
          <span className="block text-danger">{formatCount(week.errors, 'failed run', 'failed runs')}</span>
        )}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="text-pretty">{children}</dd>
    </div>
  );
}

function RelativeTime({ at, text }: { at: string; text: string }) {
  return (
    <time dateTime={at} title={formatTime(at)}>
      {text}
    </time>
  );
}

import type { FeedDryRun, SourceView } from '#domain/source/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { TextArea } from '#web/components/ui/form/text-area.tsx';
import { TriedItems } from '#web/features/sources/index.ts';
import { formatNames } from './feed-description.ts';
import { isAddress } from './queries.ts';
import { SaveFeedForm } from './save-feed-form.tsx';
import { useFeedReading } from './use-feed-reading.ts';

type FeedFormProps = {
  /** The feed to change; null for a new one. */
  saved: SourceView | null;
  onSaved: () => void;
  onCancel?: () => void;
};

/** Reads a feed once, shows what it would bring, and saves it. */
export function FeedForm({ saved, onSaved, onCancel }: FeedFormProps) {
  const reading = useFeedReading(saved?.feed ?? null);
  const { source, read, format } = reading;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <SourceForm reading={reading} isNew={saved === null} />
      <div aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {read && <ReadFormat {...read} />}
        {format && <MappingForm reading={reading} />}
        {read?.problem === null && <FirstRows {...read} />}
      </div>
      {format &&
        (isAddress(source) ? (
          <SaveFeedForm
            saved={saved}
            describe={reading.describe}
            onRefused={reading.refuseMapping}
            onSaved={onSaved}
            onCancel={onCancel}
          />
        ) : (
          <p className="text-sm text-pretty text-muted">To save this feed, read it from its address.</p>
        ))}
    </div>
  );
}

type Reading = ReturnType<typeof useFeedReading>;

function SourceForm({ reading, isNew }: { reading: Reading; isNew: boolean }) {
  return (
    <form
      aria-label="Read a feed"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        reading.start();
      }}
    >
      <TextArea
        label={isNew ? 'Address or content' : 'Address'}
        hint={
          isNew
            ? 'RSS, Atom, JSON Feed, JSON or CSV: an address that starts with https://, or a part of the file with its header. Reading it saves nothing.'
            : 'Only full admins see it.'
        }
        error={reading.problems.source}
        required
        value={reading.source}
        rows={3}
        spellCheck={false}
        onChange={({ target }) => reading.changeSource(target.value)}
      />
      {isNew && (
        <div>
          <Button type="submit" size="small" pending={reading.pending && 'Reading…'}>
            Read feed
          </Button>
        </div>
      )}
    </form>
  );
}

function ReadFormat({ kind, columns }: FeedDryRun) {
  return (
    <p className="text-sm">
      <strong className="font-semibold">{formatNames[kind]}</strong> with the columns{' '}
      <span className="text-muted wrap-anywhere">{columns.join(', ')}</span>
    </p>
  );
}

function MappingForm({ reading }: { reading: Reading }) {
  return (
    <form
      aria-label="Mapping"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        reading.start();
      }}
    >
      <TextArea
        label="Mapping"
        hint="Each field of a listing, with its columns in braces: {City}, {State}."
        error={reading.problems.mapping}
        value={reading.mapping}
        rows={8}
        spellCheck={false}
        className="font-mono text-sm"
        onChange={({ target }) => reading.changeMapping(target.value)}
      />
      <div>
        <Button type="submit" variant="secondary" size="small" pending={reading.pending && 'Reading…'}>
          Read with this mapping
        </Button>
      </div>
    </form>
  );
}

function FirstRows({ result }: FeedDryRun) {
  return (
    <div
      role="region"
      aria-label="First rows"
      tabIndex={0}
      className="max-h-112 overflow-y-auto rounded-control bg-sunken p-4"
    >
      <TriedItems result={result} />
    </div>
  );
}

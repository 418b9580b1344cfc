import { useState } from 'react';
import type { FeedDryRun } from '#domain/source/contract.ts';
import type { FeedDescription } from '#domain/source/feed-description.contract.ts';
import { getErrorText } from '#web/lib/api/api.ts';
import { formatFieldError } from '#web/lib/field-error.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { type FeedContent, parseMappingText } from './feed-description.ts';
import { tryFeed } from './queries.ts';

const formatMapping = (mapping: unknown) => JSON.stringify(mapping ?? {}, null, 2);

/** A feed by its address or content, how it is read, and what the last dry run found; `saved` is the one to change. */
export function useFeedReading(saved: FeedDescription | null) {
  const [source, setSource] = useState(saved?.url ?? '');
  const [read, setRead] = useState<FeedDryRun | null>(null);
  const [mapping, setMapping] = useState(() => formatMapping(saved?.mapping));
  const [problems, setProblems] = useState<{ source?: string; mapping?: string }>({});
  const format = read ?? saved;
  const attempt = useUserAction(tryFeed, {
    onSuccess: (answer) => {
      setRead(answer);
      setMapping(formatMapping(answer.mapping));
      setProblems(answer.problem === null ? {} : { mapping: answer.problem });
    },
    onError: (error) => setProblems({ source: formatFieldError(getErrorText(error)) }),
    errorTitle: 'Couldn’t read the feed',
  });
  /** Null where the mapping has a mistake, which is shown then. */
  const describe = (): FeedContent | null => {
    const parsed = parseMappingText(mapping);
    setProblems(parsed === null ? { mapping: 'The mapping must be a JSON object.' } : {});
    if (parsed === null || format === null) return null;
    const { kind, delimiter = null, items = null } = format;
    return { url: source.trim(), kind, delimiter, items, mapping: parsed };
  };
  return {
    source,
    read,
    format,
    mapping,
    problems,
    pending: attempt.pending,
    describe,
    changeMapping: setMapping,
    refuseMapping: (refusal: string) => setProblems({ mapping: formatFieldError(refusal) }),
    /** A new feed is then another one, whose format is not known yet. */
    changeSource: (text: string) => {
      setSource(text);
      if (saved === null) setRead(null);
    },
    start: () => {
      if (format === null) attempt.start({ source });
      const content = format && describe();
      if (content?.mapping) attempt.start({ source, kind: content.kind, mapping: content.mapping });
    },
  };
}

import { useQuery } from '@tanstack/react-query';
import { createElement } from 'react';
import { ErrorView } from '#web/components/error-view.tsx';
import { SummaryLine } from '#web/components/ui/summary-line.tsx';
import { useIsIdle } from '#web/lib/hooks/use-is-idle.ts';
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts';
import { useErrorToast } from '#web/lib/toast/use-error-toast.ts';
import { AnnouncementSkeleton } from './announcement-skeleton.tsx';
import { announcementQuery, fetchErrorText } from './queries.ts';

const loadMessage = () => import('#web/components/announcement-message.tsx');

/** The latest message to all members in one line, for phones. */
export function AnnouncementLine() {
  const { data, error, refetch } = useQuery(announcementQuery);
  const Message = useLazyComponent(useIsIdle(), loadMessage, 'AnnouncementMessage');
  useErrorToast(fetchErrorText, error);
  return (
    <SummaryLine title="Announcements" summary={data ? toOneLine(data.message) : error && fetchErrorText}>
      {error && !data && <ErrorView message={fetchErrorText} retry={refetch} />}
      {data && Message && createElement(Message, { html: data.message })}
      {(data ? !Message : !error) && <AnnouncementSkeleton />}
    </SummaryLine>
  );
}

function toOneLine(html: string): string {
  const spaced = html.replaceAll(/<[^>]+>/g, (tag) => (/^<\/?(a|b|strong|i|em)\b/.test(tag) ? '' : ' '));
  const text = new DOMParser().parseFromString(spaced, 'text/html').body.textContent.replaceAll(/\s+/g, ' ').trim();
  return text === '' ? 'No announcements at this time.' : text;
}

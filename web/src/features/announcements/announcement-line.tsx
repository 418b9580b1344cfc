import { useQuery } from '@tanstack/react-query';
import { AnnouncementMessage, AnnouncementSkeleton } from '#web/components/announcement-message.tsx';
import { ErrorView } from '#web/components/error-view.tsx';
import { SummaryLine } from '#web/components/ui/summary-line.tsx';
import { sanitizeHtml } from '#web/lib/sanitize-html.ts';
import { useErrorToast } from '#web/lib/toast/use-error-toast.ts';
import { announcementQuery, fetchErrorText } from './queries.ts';

/** The latest message to all members in one line, for phones. */
export function AnnouncementLine() {
  const { data, error, refetch } = useQuery(announcementQuery);
  useErrorToast(fetchErrorText, error);
  return (
    <SummaryLine title="Announcements" summary={data ? toOneLine(data.message) : error && fetchErrorText}>
      {data && <AnnouncementMessage html={data.message} />}
      {!data && (error ? <ErrorView message={fetchErrorText} retry={refetch} /> : <AnnouncementSkeleton />)}
    </SummaryLine>
  );
}

function toOneLine(html: string): string {
  const spaced = sanitizeHtml(html).replaceAll(/<[^>]+>/g, (tag) => (/^<\/?(a|b|strong|i|em)\b/.test(tag) ? '' : ' '));
  const text = new DOMParser().parseFromString(spaced, 'text/html').body.textContent.replaceAll(/\s+/g, ' ').trim();
  return text === '' ? 'No announcements at this time.' : text;
}

import { useDeferredValue } from 'react';
import { AnnouncementMessage } from '#web/components/announcement-message.tsx';

/** The message as members will see it. */
export function AnnouncementPreview({ html }: { html: string }) {
  const deferredHtml = useDeferredValue(html);
  return (
    <section aria-label="Preview" className="min-w-0">
      <h3 className="mb-1.5 text-sm font-semibold">What members will see</h3>
      <div className="min-h-40 rounded-control border border-dashed border-control p-4">
        <AnnouncementMessage html={deferredHtml} />
      </div>
      {/<img[^>]+https:/i.test(deferredHtml) && (
        <p className="mt-1.5 text-sm text-muted">New pictures appear here once you publish.</p>
      )}
    </section>
  );
}

import { useMemo } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';
import { sanitizeHtml } from '#web/lib/sanitize-html.ts';

const messageClasses = joinClasses(
  'break-words [&>*+*]:mt-3 [&_a]:font-semibold [&_a]:text-primary [&_a]:underline',
  '[&_:is(h1,h2,h3,h4,h5,h6)]:text-base [&_:is(h1,h2,h3,h4,h5,h6)]:font-semibold',
  '[&_:is(ul,ol)]:grid [&_:is(ul,ol)]:gap-1 [&_:is(ul,ol)]:pl-6 [&_ul]:list-disc [&_ol]:list-decimal',
  '[&_blockquote]:border-l-2 [&_blockquote]:border-line [&_blockquote]:pl-4 [&_hr]:border-line',
  '[&_pre]:overflow-x-auto [&_img]:h-auto [&_img]:max-w-full [&_img]:rounded-xl',
);

/** A message as members see it; an empty one is hidden. It is sanitized when it is written, and again here. */
export function AnnouncementMessage({ html }: { html: string }) {
  const safe = useMemo(() => ({ __html: sanitizeHtml(html) }), [html]);
  if (safe.__html.trim() === '') return <p className="text-muted">No announcements at this time.</p>;
  return <div className={messageClasses} dangerouslySetInnerHTML={safe} />;
}

import sanitizeHtml from 'sanitize-html';

const textTags = ['b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup', 'mark', 'code', 'a'];
const layoutTags = ['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'ul', 'ol', 'li', 'img'];
const sanitizeOptions: sanitizeHtml.IOptions = {
  allowedTags: [...textTags, ...layoutTags],
  allowedAttributes: { a: ['href', 'title', 'target', 'rel'], img: ['src', 'alt', 'title', 'width', 'height'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href, title }) => ({
      tagName,
      attribs: { ...(href && { href }), ...(title && { title }), target: '_blank', rel: 'noopener noreferrer' },
    }),
  },
  exclusiveFilter: ({ tag, attribs: { src = '' } }) => tag === 'img' && !isPicture(src),
};

/** A picture by https, or one of ours in a message that is published again. */
function isPicture(address: string): boolean {
  return address.startsWith('https:') || /^\/api\/pictures\/\w+\?size=large$/.test(address);
}

/** Keeps text, lists, links and images by https. HTML that shows nothing becomes ''. */
export function sanitizeAnnouncement(html: string): string {
  const safe = sanitizeHtml(html, sanitizeOptions).trim();
  return hasVisibleContent(safe) ? safe : '';
}

function hasVisibleContent(html: string): boolean {
  const text = sanitizeHtml(html, { allowedTags: ['img', 'hr'], allowedAttributes: {} });
  return text.replaceAll('&nbsp;', ' ').trim() !== '';
}

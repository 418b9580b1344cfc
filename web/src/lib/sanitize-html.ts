import createPurifier from 'dompurify';

const textTags = ['span', 'b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup', 'mark', 'code', 'a'];
const headingTags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const layoutTags = ['p', 'br', 'hr', 'div', 'blockquote', 'pre', 'ul', 'ol', 'li', 'img'];
const allowedTags = [...textTags, ...headingTags, ...layoutTags];
const allowedAttributes = ['href', 'title', 'src', 'alt', 'width', 'height'];
const allowedUrls = /^(?:https?:|mailto:|tel:|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i;

const purifier = createPurifier(window);
purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName === 'A') {
    element.setAttribute('target', '_blank');
    element.setAttribute('rel', 'noopener noreferrer');
  }
  if (element.tagName === 'IMG') restrictPicture(element);
});

/** Keeps text, lists, links and our own pictures of a message; links open a new tab. */
export function sanitizeHtml(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allowedAttributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: allowedUrls,
  });
}

function restrictPicture(picture: Element): void {
  if (!(picture.getAttribute('src') ?? '').startsWith('/api/pictures/')) picture.remove();
  if (!picture.hasAttribute('alt')) picture.setAttribute('alt', '');
  picture.setAttribute('loading', 'lazy');
}

import { dirname, join } from 'node:path/posix';
import { listHeadings, listInlineCode, type Page, removeFences } from './page.ts';

const linkPattern = /\]\(([^)\s]+)\)/g;
const externalPattern = /^[a-z]+:/;
const sourcePattern = /^(domain|projections|server|web|e2e|tools|docs|deploy)\/[\w./-]*$/;

/** A sentence for each relative link and each path of a source that leads nowhere. */
export function findDeadLinks(pages: readonly Page[], exists: (path: string) => boolean): string[] {
  const headings = new Map(pages.map(({ path, text }) => [path, new Set(listHeadings(text).map(toAnchor))]));
  return pages.flatMap(({ path, text }) => {
    const links = [...removeFences(text).matchAll(linkPattern)].map(([, link = '']) => link);
    const deadLinks = links.filter((link) => {
      if (externalPattern.test(link)) return false;
      const [file = '', anchor = ''] = link.split('#');
      const target = file === '' ? path : join(dirname(path), decodeURI(file));
      if (!exists(target)) return true;
      return anchor !== '' && headings.has(target) && headings.get(target)?.has(anchor) !== true;
    });
    const deadPaths = listInlineCode(text).filter((code) => sourcePattern.test(code) && !exists(code));
    return [...deadLinks, ...deadPaths].map((link) => `${path} refers to ${link}, which does not exist`);
  });
}

/** The anchor that GitHub gives a heading. */
function toAnchor(heading: string): string {
  const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '');
  return words.trim().replaceAll(/\s/g, '-');
}

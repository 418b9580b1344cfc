/** '1 listing', '2 listings'. */
export function pluralize(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

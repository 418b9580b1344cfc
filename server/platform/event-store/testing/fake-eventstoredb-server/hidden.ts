import type { Kept, Shelf } from './shelf.ts';

type Settings = { $tb?: number; $maxCount?: number; $maxAge?: number };

/** How a server marks a stream that was deleted and may be written again. */
export const deletedMark = '{"$tb":9223372036854775807}';

/** What readers of a stream do not see, though the log holds it. */
export function hiding({ of }: Shelf) {
  const tombstones = new Set<string>();
  const revivedAt = new Map<string, number>();

  const settingsOf = (stream: string): Settings => {
    const written = of(`$$${stream}`).at(-1);
    return written ? (JSON.parse(Buffer.from(written.data).toString()) as Settings) : {};
  };
  const firstVisible = (stream: string) => revivedAt.get(stream) ?? settingsOf(stream).$tb ?? 0;
  const isDeleted = (stream: string) => firstVisible(stream) > Number.MAX_SAFE_INTEGER;

  const visible = (stream: string): readonly Kept[] | 'missing' | 'deleted' => {
    if (tombstones.has(stream)) return 'deleted';
    const events = of(stream);
    if (events.length === 0 || isDeleted(stream)) return 'missing';
    const { $maxCount = Infinity, $maxAge = Infinity } = settingsOf(stream);
    const first = Math.max(firstVisible(stream), events.length - $maxCount);
    const oldest = Date.now() - $maxAge * 1_000;
    return events.filter(({ revision, created }) => revision >= first && created.getTime() >= oldest);
  };
  return { tombstones, revivedAt, isDeleted, visible };
}

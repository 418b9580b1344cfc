import type { StoredRecord, EventStorage } from './event-storage.ts';

type StreamSettings = { $tb?: number; $maxCount?: number; $maxAge?: number };

/** The server's marker of a stream that was deleted and may be written again. */
export const deletedStreamMetadata = '{"$tb":9223372036854775807}';

/** Events that readers of a stream do not see, though the log holds them. */
export function createVisibility({ of }: EventStorage) {
  const tombstones = new Set<string>();
  const revivedAt = new Map<string, number>();

  const readSettings = (stream: string): StreamSettings => {
    const written = of(`$$${stream}`).at(-1);
    return written ? (JSON.parse(Buffer.from(written.data).toString()) as StreamSettings) : {};
  };
  const firstVisible = (stream: string) => revivedAt.get(stream) ?? readSettings(stream).$tb ?? 0;
  const isDeleted = (stream: string) => firstVisible(stream) > Number.MAX_SAFE_INTEGER;

  const visible = (stream: string): readonly StoredRecord[] | 'missing' | 'deleted' => {
    if (tombstones.has(stream)) return 'deleted';
    const events = of(stream);
    if (events.length === 0 || isDeleted(stream)) return 'missing';
    const { $maxCount = Infinity, $maxAge = Infinity } = readSettings(stream);
    const first = Math.max(firstVisible(stream), events.length - $maxCount);
    const oldest = Date.now() - $maxAge * 1_000;
    return events.filter(({ revision, created }) => revision >= first && created.getTime() >= oldest);
  };
  return { tombstones, revivedAt, isDeleted, visible };
}

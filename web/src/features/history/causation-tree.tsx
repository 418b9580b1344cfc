import type { ChainNode } from '#domain/history/contract.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { formatTime } from '#web/lib/format.ts';

const kindClasses: Record<ChainNode['kind'], string> = {
  command: 'rounded-[0.2rem] border-2 border-muted',
  event: 'rounded-full bg-primary',
  delivery: 'rotate-45 bg-warm',
};

/** Commands, the events they produced, and what those caused. */
export function CausationTree({ nodes, current }: { nodes: ChainNode[]; current: number }) {
  return (
    <ul className="grid gap-2">
      {nodes.map((node, nth) => (
        <li key={node.position ?? `${node.label} ${nth}`} className="grid gap-2">
          <div
            className={joinClasses(
              'flex items-start gap-2.5 rounded-control px-2 py-1',
              node.position === current && 'bg-primary-soft text-on-primary-soft',
            )}
            aria-current={node.position === current ? 'true' : undefined}
          >
            <span aria-hidden="true" className={joinClasses('mt-1.5 size-2.5 shrink-0', kindClasses[node.kind])} />
            <span className="min-w-0 break-words">
              <span className="font-semibold">{node.label}</span>
              {node.position !== null && <span> #{node.position}</span>}{' '}
              <span className={node.position === current ? '' : 'text-muted'}>
                {node.text}
                {node.at !== null && node.kind !== 'event' ? ` · ${formatTime(node.at)}` : ''}
              </span>
            </span>
          </div>
          {node.children.length > 0 && (
            <div className="ml-3 border-l border-control pl-2 sm:ml-3.5 sm:pl-4">
              <CausationTree nodes={node.children} current={current} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

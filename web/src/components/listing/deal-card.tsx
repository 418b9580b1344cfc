import type { DealFigures } from '#domain/deal/contract.ts';
import type { PropertyType } from '#domain/listing/contract.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { describeComparison, describeDeal, formatUnitPrice } from './deal-text.ts';

type DealCardProps = { deal: DealFigures; propertyType: PropertyType | null };

/** The price for the size, among other offers of its type in the area. */
export function DealCard({ deal, propertyType }: DealCardProps) {
  const { median, pricePerUnit } = deal;
  const most = Math.max(median, pricePerUnit);
  return (
    <Card title="The deal">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-lg leading-tight font-bold">{formatUnitPrice(pricePerUnit, deal.unit)}</span>
        {pricePerUnit < median && <Badge tone="primary">{describeDeal(deal)}</Badge>}
      </p>
      <div aria-hidden="true" className="mt-3 grid gap-1.5">
        <Bar name="This one" share={pricePerUnit / most} className="bg-primary" />
        <Bar name="Median" share={median / most} className="bg-control" />
      </div>
      <p className="mt-3 text-sm text-pretty text-muted">{describeComparison(deal, propertyType)}</p>
    </Card>
  );
}

function Bar({ name, share, className }: { name: string; share: number; className: string }) {
  return (
    <span className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-2 text-xs text-muted">
      {name}
      <span className="block h-2 rounded-full bg-sunken">
        <span className={`block h-full rounded-full ${className}`} style={{ width: `${Math.max(2, share * 100)}%` }} />
      </span>
    </span>
  );
}

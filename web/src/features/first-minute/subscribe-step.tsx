import { useQuery } from '@tanstack/react-query';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { ExternalIcon } from '#web/components/ui/page-icons.tsx';
import { checkoutQuery } from '#web/features/membership/index.ts';

/** The price as the operator words it, and the way to the checkout. */
export function SubscribeStep() {
  const { data } = useQuery(checkoutQuery);
  return (
    <div className="grid min-h-20 content-start justify-items-start gap-3">
      <p className="text-sm text-pretty text-muted">
        {data?.price && <strong className="text-text">{data.price}. </strong>}
        Alerts start when your membership is active. You can cancel anytime.
      </p>
      {data?.url && (
        <a href={data.url} target="_blank" rel="noopener" className={buttonClasses()}>
          Go to checkout <ExternalIcon className="size-4" />
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      {data?.url === null && (
        <p className="text-sm text-muted">Sign-ups are currently closed. Please try again later.</p>
      )}
    </div>
  );
}

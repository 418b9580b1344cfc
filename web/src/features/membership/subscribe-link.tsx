import { useQuery } from '@tanstack/react-query';
import type { Checkout } from '#domain/subscription/checkout.contract.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { checkoutQuery } from './queries.ts';

/** The link to the checkout page, which opens in a new tab and identifies the user. */
export function SubscribeLink() {
  const { data, error, refetch } = useQuery(checkoutQuery);
  const url = data?.url;
  const isClosed = url === null || error !== null;
  return (
    <div className="grid justify-items-start gap-3">
      <p className="font-semibold text-on-primary-soft">Sign up today! Cancel anytime.</p>
      <a
        {...(url ? { href: url, target: '_blank', rel: 'noopener' } : {})}
        className={joinClasses(
          'rounded-xl shadow-card transition-[box-shadow,filter]',
          url && 'hover:shadow-float hover:brightness-105 active:brightness-95',
          isClosed && 'opacity-50 grayscale',
        )}
      >
        <img
          src="/subscribe.svg"
          alt="Subscribe to Off-Market Scout"
          width={320}
          height={104}
          className="block h-auto w-80 max-w-full rounded-xl"
        />
        {url && <span className="sr-only"> (opens in a new tab)</span>}
      </a>
      {error && (
        <p role="alert" className="text-sm text-muted">
          Couldn’t load checkout.{' '}
          <button type="button" onClick={() => void refetch()} className="font-semibold text-primary hover:underline">
            Try again
          </button>
        </p>
      )}
      {!error && <p className="min-h-[1lh] text-sm text-muted">{data ? formatNote(data) : ''}</p>}
    </div>
  );
}

function formatNote({ url, isDemo, price }: Checkout): string {
  if (url === null) return 'Sign-ups are currently closed. Please try again later.';
  return [price && `${price}.`, isDemo && 'Demo checkout: no card is charged.'].filter(Boolean).join(' ');
}

import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import { pluralize } from '#domain/shared/pluralize.ts';
import {
  type ConditionOf,
  describeAvailability,
  describeType,
  describeZip,
  type MatchCondition,
  pausedText,
} from './explain.ts';

/** The figures of a condition with its margin: '28.2 mi, 3.2 miles beyond 25', 'Raw land not included'. */
export function describeForAdmin(condition: MatchCondition): string {
  switch (condition.rule) {
    case 'listing':
      return describeAvailability(condition);
    case 'membership':
      return `${condition.holds ? 'Active member' : 'Not an active member'}${accountNotes[condition.account]}`;
    case 'zip':
      return describeZip(condition, (zipCode) => `Unknown ZIP code ${zipCode}`);
    case 'distance':
      return describeDistance(condition);
    case 'price':
      return describePrice(condition);
    case 'type':
      return describeType(condition);
    case 'paused':
      return pausedText;
  }
}

const accountNotes = {
  registered: '',
  unregistered: ', no account yet',
  deleted: ', account deleted',
};

const noteDefault = ({ isDefault = false }: { isDefault?: boolean }) => (isDefault ? ' (default)' : '');

function describeDistance(condition: ConditionOf<'distance'>): string {
  const { holds, miles, radius } = condition;
  const margin = Number(Math.abs(miles - radius).toFixed(1));
  return `${miles} mi, ${pluralize(margin, 'mile')} ${holds ? 'within' : 'beyond'} ${radius}${noteDefault(condition)}`;
}

function describePrice(condition: ConditionOf<'price'>): string {
  const { holds, price, maxPrice } = condition;
  const limit = `the max of ${formatWholeDollars(maxPrice)}${noteDefault(condition)}`;
  if (price === maxPrice) return `${formatWholeDollars(price)}, exactly ${limit}`;
  const margin = formatWholeDollars(Math.abs(maxPrice - price));
  return `${formatWholeDollars(price)}, ${margin} ${holds ? 'under' : 'over'} ${limit}`;
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Whole US dollars formatted for display: 45000 is '$45,000'. */
export function formatWholeDollars(amount: number): string {
  return `$${grouped.format(amount)}`;
}

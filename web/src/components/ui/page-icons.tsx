import type { ReactNode } from 'react';
import { Icon, type IconProps } from './icons.tsx';

// The sign-in page loads none of these.

/** The icon with these shapes, drawn in 24 x 24. */
function createIcon(shapes: ReactNode) {
  return (props: IconProps) => <Icon {...props}>{shapes}</Icon>;
}

export const CheckIcon = createIcon(<path d="m5 12.5 4.5 4.5L19 7" strokeWidth="3" />);

export const CloseIcon = createIcon(<path d="M6 6l12 12M18 6 6 18" />);

export const ArrowLeftIcon = createIcon(<path d="M19 12H5m6-6-6 6 6 6" />);

export const ExternalIcon = createIcon(<path d="M8 16 18 6m0 0h-7.5M18 6v7.5" />);

export function SortIcon({ direction, ...props }: IconProps & { direction: 'ascending' | 'descending' | null }) {
  return (
    <Icon {...props}>
      <path d="m8 9.5 4-4 4 4" opacity={direction === 'descending' ? 0.3 : 1} />
      <path d="m8 14.5 4 4 4-4" opacity={direction === 'ascending' ? 0.3 : 1} />
    </Icon>
  );
}

export const PinIcon = createIcon(
  <>
    <path d="M12 21s-7-6.2-7-11.3a7 7 0 0 1 14 0C19 14.8 12 21 12 21Z" />
    <circle cx="12" cy="9.7" r="2.5" />
  </>,
);

export const SearchIcon = createIcon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m20 20-4.3-4.3" />
  </>,
);

export const CopyIcon = createIcon(
  <>
    <rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2.5" />
    <path d="M15.5 8.5V6.5A2.5 2.5 0 0 0 13 4H6.5A2.5 2.5 0 0 0 4 6.5V13a2.5 2.5 0 0 0 2.5 2.5h2" />
  </>,
);

export const UserIcon = createIcon(
  <>
    <circle cx="12" cy="8" r="3.75" />
    <path d="M4.5 20c.9-3.6 3.9-5.5 7.5-5.5s6.6 1.9 7.5 5.5" />
  </>,
);

export const ListIcon = createIcon(<path d="M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01" />);

export const SlidersIcon = createIcon(
  <>
    <path d="M4 7h8m6 0h2M4 17h2m6 0h8" />
    <circle cx="15" cy="7" r="2.5" />
    <circle cx="9" cy="17" r="2.5" />
  </>,
);

import {
  ArrowLeft,
  ArrowUpRight,
  Check,
  ChevronDown,
  ChevronsUpDown,
  ChevronUp,
  Copy,
  Eye,
  EyeOff,
  House,
  List,
  type LucideIcon,
  MapPin,
  Search,
  SlidersHorizontal,
  User,
  X,
} from 'lucide-react';
import { joinClasses } from '#web/lib/join-classes.ts';

type IconProps = { className?: string };

function createIcon(Drawing: LucideIcon, strokeWidth = 1.75) {
  return function Icon({ className }: IconProps) {
    return (
      <Drawing
        aria-hidden="true"
        strokeWidth={strokeWidth}
        className={joinClasses('size-[1.125rem] shrink-0', className)}
      />
    );
  };
}

export const EyeIcon = createIcon(Eye);
export const EyeOffIcon = createIcon(EyeOff);
export const ChevronDownIcon = createIcon(ChevronDown);
export const CheckIcon = createIcon(Check, 3);
export const CloseIcon = createIcon(X);
export const ArrowLeftIcon = createIcon(ArrowLeft);
export const ExternalIcon = createIcon(ArrowUpRight);
export const HouseIcon = createIcon(House);
export const PinIcon = createIcon(MapPin);
export const SearchIcon = createIcon(Search);
export const CopyIcon = createIcon(Copy);
export const UserIcon = createIcon(User);
export const ListIcon = createIcon(List);
export const SlidersIcon = createIcon(SlidersHorizontal);

const sortIcons = {
  none: createIcon(ChevronsUpDown),
  ascending: createIcon(ChevronUp),
  descending: createIcon(ChevronDown),
};

export function SortIcon({ direction, ...props }: IconProps & { direction: 'ascending' | 'descending' | null }) {
  const DirectionIcon = sortIcons[direction ?? 'none'];
  return <DirectionIcon {...props} />;
}

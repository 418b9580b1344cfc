import {
  columnSizingFeature,
  createColumnHelper,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { AdminUserView } from '#domain/user/contract.ts';

export const features = tableFeatures({ columnSizingFeature, rowSortingFeature, rowExpandingFeature });
export const columnHelper = createColumnHelper<typeof features, AdminUserView>();

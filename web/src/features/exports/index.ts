export { SelectedUsersExport } from './selected-users-export.tsx';

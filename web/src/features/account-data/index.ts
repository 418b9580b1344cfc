export { DeleteAccountDialog } from './delete-account-dialog.tsx';
export { useDataDownload } from './use-data-download.ts';

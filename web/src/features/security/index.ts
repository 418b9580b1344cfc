export { ProvenDownload } from './proven-download.tsx';

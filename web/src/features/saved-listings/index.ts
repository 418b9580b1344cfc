export { ListingsPanel } from './listings-panel.tsx';

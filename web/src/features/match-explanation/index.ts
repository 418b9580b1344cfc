export { PairWhyButton } from './pair-why-button.tsx';

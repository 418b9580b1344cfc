export { MatchExplanationButton } from './pair-why-button.tsx';

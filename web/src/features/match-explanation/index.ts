export { MatchExplanationButton } from './match-explanation-button.tsx';

export { MatchCheck } from './match-check.tsx';
export { MatchExplanationDialog } from './match-explanation-dialog.tsx';
export { MatchExplanationButton } from './match-explanation-button.tsx';

import { without } from './phrases.ts';

/** Words that speak to a reading machine and to nobody else. */
const address = String.raw`\b(?:ignore|disregard|forget|override)\b[^.!?\n]{0,40}\b(?:instructions?|prompts?|rules|above|previous)\b|\b(?:system|developer) (?:prompt|message|instructions?)|(?<=^|[.!?\n]\s{0,3})system ?:|\b(?:language|ai) (?:model|assistant)\b|\bas an ai\b|\b(?:answer|respond|reply|output|classif(?:y|ied)|label(?:led)?|judged?|treat(?:ed)?)(?: this| it)? (?:only )?(?:with|in|as)(?: an?)? (?:json|"?match|"?reject|"?house)|"?\bverdict"?\s{0,3}(?::|=|is\b|match\b|reject\b)|<\|?\/?(?:system|user|assistant|im_start|im_end)\b`;
const toMachines = new RegExp(address, 'i');
/** The sentence with it, up to a line's end; a sentence is read 300 characters far. */
const sentences = new RegExp(`[^.!?\\n]{0,300}?(?:${address})[^.!?\\n]{0,300}`, 'gi');

/** Whether a text tries to tell a reading machine what to answer. */
export const isForMachines = (text: string): boolean => toMachines.test(text);

/** The text with what it says to machines blanked out, every other character at its place. */
export const withoutMachineTalk = (text: string): string => (isForMachines(text) ? without(text, sentences) : text);

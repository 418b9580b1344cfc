import { maskMatches } from './phrase-matcher.ts';

/** Instructions that only make sense to an LLM. */
const injectionPattern = String.raw`\b(?:ignore|disregard|forget|override|ignora)\b[^.!?\n]{0,40}\b(?:instructions?|instrucciones|prompts?|rules|above|previous)\b|\b(?:new|updated|further|real) instructions? ?:|\b(?:system|developer) (?:prompt|message|instructions?)|(?<=^|[.!?\n]\s{0,3})(?:system|assistant|developer) ?:|\b(?:language|ai) (?:model|assistant|reader|agent|bot|system|classifier)s?\b|\b(?:chat ?gpt|openai|llms?)\b|\b(?:dear|attention|hello|hey|note to(?: the| any)?) (?:ai|llm|bot|model|classifier)\b|\bas an ai\b|\byou (?:must|should|will|are to) (?:only )?(?:answer|respond|reply|output|classify|return|say) (?:with |as )?(?:a )?(?:"|match|reject|house|json|unsure)|\b(?:correct|right|only|final) (?:answer|verdict) (?:here )?is (?:an? )?["']?(?:match|reject|house|yes)\b|\bmark (?:this|it) (?:listing )?as (?:an? )?(?:match|house|reject)|\b(?:answer|respond|reply|output|classif(?:y|ied)|label(?:led)?|judged?|treat(?:ed)?)(?: this| it)? (?:only )?(?:with|in|as)(?: an?)? (?:json|"?match|"?reject|"?house)|"?\bverdict"?\s{0,3}(?::|=|is\b|match\b|reject\b)|<\|?\/?(?:system|user|assistant|advertisement|im_start|im_end)\b`;
const injectionExpression = new RegExp(injectionPattern, 'i');
/** The sentence that contains it, up to a line's end; at most 300 characters of a sentence are read. */
const injectedSentences = new RegExp(`[^.!?\\n]{0,300}?(?:${injectionPattern})[^.!?\\n]{0,300}`, 'gi');

/** Whether a text contains instructions for an LLM. */
export const hasPromptInjection = (text: string): boolean => injectionExpression.test(text);

/** The text with instructions for an LLM blanked out; all other characters keep their position. */
export const stripPromptInjection = (text: string): string =>
  hasPromptInjection(text) ? maskMatches(text, injectedSentences) : text;

import { isWebAddress } from '#domain/shared/foreign-text.contract.ts';

/** `text` if it is a whole http(s) address, else ''. Text of sources must never become a script link. */
export function toHttpUrl(text: string): string {
  return isWebAddress(text) ? text : '';
}

/** 'example.com' of 'https://www.example.com/lot/1'; '' if there is none. */
export function getHostName(text: string): string {
  return parseUrl(text)?.hostname.replace(/^www\./, '') ?? '';
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

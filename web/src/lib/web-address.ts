/** `text` when it is a whole http(s) address, else ''. What sources wrote must never become a script link. */
export function webAddress(text: string): string {
  return /^https?:$/.test(parsed(text)?.protocol ?? '') ? text : '';
}

/** 'example.com' of 'https://www.example.com/lot/1'; '' where there is none. */
export function webHost(text: string): string {
  return parsed(text)?.hostname.replace(/^www\./, '') ?? '';
}

function parsed(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

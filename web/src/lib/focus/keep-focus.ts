const rowSelector = 'li, tr, article';
const listSelector = 'ul, ol, table, section, main';
const popupSelector = 'dialog, [role=menu]';
const focusable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';
/** The number of neighbors of a row that are remembered: some hold nothing that takes the focus. */
const maxNeighbors = 4;

/** Where the focus is, and where to look for the next one when its element is removed or disabled. */
type Place = {
  element: HTMLElement;
  /** The dialog or menu that holds it. */
  popup: Element | null;
  ancestors: Element[];
  /** The row that holds the element, then those after it, then those before it. */
  rows: Element[];
  /** The number of the element in its row. */
  index: number;
};

/**
 * Watches the page until the returned function is called. When the focused element is removed or disabled permanently, the
 * focus moves to the same control of the next row, else to the heading of its section.
 */
export function keepFocus(): () => void {
  let place: Place | null = null;
  /** Where the focus was before a popup opened. */
  let outerPlace: Place | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const next = findPlace(target);
    if (next.popup === null) outerPlace = null;
    else if (place?.popup === null) outerPlace = place;
    place = next;
  };
  const onFocusOut = () => {
    // The user clicked elsewhere: the focus was not lost.
    queueMicrotask(() => {
      if (place && isLost() && document.hasFocus() && isUsable(place.element)) place = null;
    });
  };
  const restore = () => {
    timer = undefined;
    const from = place?.popup?.isConnected === false ? outerPlace : place;
    if (from && isLost() && !isBusy(from)) findTarget(from)?.focus();
  };
  const observer = new MutationObserver(() => {
    // After the effects of what was rendered, which may move the focus themselves.
    if (place && isLost()) timer ??= setTimeout(restore);
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'aria-busy'] });
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
  };
}

function isLost(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active.matches(':disabled');
}

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled');
}

/** While an action of the row is under way, its controls may come back. */
function isBusy({ element, rows: [row = element] }: Place): boolean {
  return row.isConnected && (row.matches('[aria-busy=true]') || row.querySelector('[aria-busy=true]') !== null);
}

function findPlace(element: HTMLElement): Place {
  const ancestors: Element[] = [];
  for (let parent = element.parentElement; parent; parent = parent.parentElement) ancestors.push(parent);
  const row = findRow(element);
  const rows = row
    ? [row, ...listNeighbors(row, 'nextElementSibling'), ...listNeighbors(row, 'previousElementSibling')]
    : [];
  const index = row ? [...row.querySelectorAll(focusable)].indexOf(element) : 0;
  return { element, popup: element.closest(popupSelector), ancestors, rows, index };
}

/** The row of an element, with all that wraps this row alone. */
function findRow(element: HTMLElement): Element | null {
  let row = element.closest('tbody[data-index]') ?? element.closest(rowSelector);
  while (row?.parentElement?.childElementCount === 1 && !row.parentElement.matches(listSelector))
    row = row.parentElement;
  return row;
}

function listNeighbors(row: Element, side: 'nextElementSibling' | 'previousElementSibling'): Element[] {
  const neighbors: Element[] = [];
  for (let next = row[side]; next && neighbors.length < maxNeighbors; next = next[side]) neighbors.push(next);
  return neighbors;
}

function findTarget({ element, rows, index, ancestors }: Place): HTMLElement | null {
  if (isUsable(element)) return element;
  const [row, ...neighbors] = rows;
  const around = ancestors.filter((ancestor) => ancestor.isConnected && row?.contains(ancestor));
  for (const place of [...around, ...neighbors]) {
    const controls = place.isConnected ? place.querySelectorAll<HTMLElement>(focusable) : [];
    const target = around.includes(place) ? controls[0] : (controls[index] ?? controls[0]);
    if (target) return target;
  }
  const section = ancestors.find((ancestor) => ancestor.isConnected)?.closest('section, dialog, main');
  const heading = (section ?? document).querySelector<HTMLElement>('h1, h2, h3');
  heading?.setAttribute('tabindex', '-1');
  return heading;
}

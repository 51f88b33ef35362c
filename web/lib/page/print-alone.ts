/** Prints one part of the page without the rest (`data-printed` in web/styles/components/page.css). */
export function printAlone(part: HTMLElement | null): void {
  if (!part) return
  part.dataset.printed = ''
  // phones return from print() before the page is printed
  addEventListener('afterprint', () => delete part.dataset.printed, { once: true })
  window.print()
}

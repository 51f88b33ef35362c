/** First in a file that Excel opens: without it, Excel takes UTF-8 for the machine's own encoding. */
export const byteOrderMark = '\uFEFF'

/** One line of a CSV file (RFC 4180), safe to open in a spreadsheet. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(text: string): string {
  // text that a spreadsheet would read as a formula; amounts are numbers and stay
  const safe = /^[=+@\t\r]/.test(text) || /^-(?![\d.]+$)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** First in a file that Excel opens: without it, Excel takes UTF-8 for the machine's own encoding. */
export const byteOrderMark = '\uFEFF'

/** Spreadsheets skip these before they look for a formula. */
const invisible = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/u

/** One line of a CSV file (RFC 4180), safe to open in a spreadsheet. Every CSV file of Carefold is written with it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text
  // some spreadsheets split at semicolons or tabs, too
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Whether a spreadsheet could read the text as a formula. Amounts are numbers. */
function isFormula(text: string): boolean {
  if (/^-[\d.]+$/.test(text)) return false
  // NFKC: full-width and small signs are read as the plain ones
  const first = text.replace(invisible, '').slice(0, 1).normalize('NFKC')
  return /^[=+\-@\u2212]/.test(first) || /^[\t\r]/.test(text)
}

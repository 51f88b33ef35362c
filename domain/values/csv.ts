/** Without it at the start of a file, Excel reads UTF-8 in the machine's encoding. */
export const byteOrderMark = '\uFEFF'

/** Spreadsheets skip these before a formula. */
const invisible = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/u

/** One line of a CSV file (RFC 4180), safe to open in a spreadsheet. All CSV files of Carefold use it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text
  // Some spreadsheets also split at semicolons or tabs.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Whether a spreadsheet could read the text as a formula; numbers are not formulas. */
function isFormula(text: string): boolean {
  if (/^-[\d.]+$/.test(text)) return false
  // NFKC: full-width and small signs count as the plain ones.
  const first = text.replace(invisible, '').slice(0, 1).normalize('NFKC')
  return /^[=+\-@\u2212]/.test(first) || /^[\t\r]/.test(text)
}

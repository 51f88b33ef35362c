import { type Month, nextMonth } from '../statements/months.ts'
import { byteOrderMark, csvLine } from '../values/csv.ts'
import { type Currency, plainAmount } from '../values/money.ts'
import { addDays } from '../values/zones.ts'
import {
  type BookAccount,
  type BookAccountNames,
  bookAccountName,
  bookAccountOf,
  bookAccounts,
  type JournalFormat,
} from './book-accounts.ts'
import { kindText, type MoneyEntry } from './entries.ts'
import type { Period } from './periods.ts'

/** Lines that one imported file may have. */
const mostLines: Record<JournalFormat, number> = { quickbooks: 1_000, xero: 300 }

interface JournalLine {
  /** A day or a month. */
  number: string
  on: string
  kind: string
  account: BookAccount
  cents: number
}

/**
 * Journal entries as a CSV file that QuickBooks Online or Xero imports: one a day, or one a month where the file would
 * be too long. They name no patients. Each balances, because each entry of the ledger does.
 */
export function journalsCsv(
  entries: readonly MoneyEntry[],
  period: Period,
  { format, names, currency }: { format: JournalFormat; names: BookAccountNames; currency: Currency },
): string {
  const daily = linesOf(entries, ({ on }) => ({ number: on, on }))
  const lines =
    daily.length <= mostLines[format]
      ? daily
      : linesOf(entries, ({ on }) => ({ number: on.slice(0, 7), on: lastDay(on.slice(0, 7), period) }))
  const rows = lines.map((line) => {
    const account = bookAccountName(line.account, names, format)
    return format === 'quickbooks' ? quickBooksRow(line, account, currency) : xeroRow(line, account, currency)
  })
  return byteOrderMark + [heads[format], ...rows].map(csvLine).join('')
}

function lastDay(month: Month, { until }: Period): string {
  const last = addDays(`${nextMonth(month)}-01`, -1)
  return last < until ? last : until
}

function linesOf(
  entries: readonly MoneyEntry[],
  journalOf: (entry: MoneyEntry) => Pick<JournalLine, 'number' | 'on'>,
): JournalLine[] {
  const lines = new Map<string, JournalLine>()
  for (const entry of entries)
    for (const { account: posted, cents } of entry.postings) {
      const account = bookAccountOf(posted)
      const line = { ...journalOf(entry), kind: entry.kind, account, cents: 0 }
      const key = `${line.number} ${line.kind} ${account}`
      const known = lines.get(key) ?? line
      known.cents += cents
      lines.set(key, known)
    }
  const place = ({ account }: JournalLine) => bookAccounts.indexOf(account)
  return [...lines.values()]
    .filter(({ cents }) => cents !== 0)
    .sort(
      (a, b) =>
        a.number.localeCompare(b.number, 'en-US') ||
        a.kind.localeCompare(b.kind, 'en-US') ||
        place(a) - place(b),
    )
}

/** The headers of each program's own template. */
const heads: Record<JournalFormat, readonly string[]> = {
  quickbooks: [
    ...['*JournalNo', '*JournalDate', '*AccountName', '*Debits', '*Credits'],
    ...['Description', 'Name', 'Currency', 'Location', 'Class'],
  ],
  xero: [
    ...['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
    ...['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2'],
  ],
}

/** A journal's number may have 21 characters. */
function quickBooksRow(
  { number, on, kind, cents }: JournalLine,
  account: string,
  currency: Currency,
): string[] {
  const [year = '', month = '', day = ''] = on.split('-')
  const amount = plainAmount(Math.abs(cents), currency)
  return [
    `CF-${number}`,
    `${month}/${day}/${year}`,
    account,
    cents > 0 ? amount : '',
    cents < 0 ? amount : '',
    kindText(kind),
    ...['', currency.toUpperCase(), '', ''],
  ]
}

/** Tax is a line of its account, so no line has a tax rate. A debit is positive. */
function xeroRow({ number, on, kind, cents }: JournalLine, account: string, currency: Currency): string[] {
  return [
    `Carefold ${number}`,
    xeroDate(on),
    kindText(kind),
    account,
    'Tax Exempt',
    plainAmount(cents, currency),
    ...['', '', '', ''],
  ]
}

/** `24 Nov 2026`, which Xero reads in every region. */
function xeroDate(on: string): string {
  const [year = '', month = '', day = ''] = on.split('-')
  const name = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(
    new Date(`${year}-${month}-01`),
  )
  return `${Number(day)} ${name} ${year}`
}

import * as z from 'zod/mini'
import { reportTexts } from '../texts/reports.ts'
import { onOneLine } from '../values/one-line.ts'
import { daysBetween } from '../values/zones.ts'
import { bookAccounts, exportFormats } from './book-accounts.ts'
import { longestPeriodDays } from './periods.ts'

const day = z.iso.date().check(z.refine((on) => on >= '2000-01-01' && on < '2101-01-01'))

const isInOrder = ({ from, until }: { from: string; until: string }) =>
  from <= until && daysBetween(from, until) <= longestPeriodDays

export const periodInput = z
  .object({ from: day, until: day })
  .check(z.refine(isInOrder, { error: reportTexts.period.invalid, path: ['until'] }))

export const moneyExportInput = z
  .object({ from: day, until: day, format: z.enum(exportFormats) })
  .check(z.refine(isInOrder, { error: reportTexts.period.invalid, path: ['until'] }))

const accountName = z.string().check(z.trim(), onOneLine(), z.maxLength(100, reportTexts.accounts.tooLong))

/** Empty: the default of the export. */
export const bookAccountsInput = z.object({ names: z.partialRecord(z.enum(bookAccounts), accountName) })

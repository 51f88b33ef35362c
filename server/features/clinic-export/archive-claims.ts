import { archivePaths } from '#domain/clinic-export/clinic-export.ts'
import { formatDate } from '#domain/values/dates.ts'
import { oneLine } from '#domain/values/line-text.ts'
import { formatMoney, formatPercent } from '#domain/values/money.ts'
import type { ClinicArchive } from './read-archive.ts'

/** Claims of an archive that this installation decides for a new clinic, in the order of the questions. */
export const claimNames = ['tier', 'rate', 'trail', 'address'] as const
export type ClaimName = (typeof claimNames)[number]

export type ClaimChoice = 'accept' | 'default'
export type ClaimChoices = Partial<Record<ClaimName, ClaimChoice>>

export interface ArchiveClaim {
  name: ClaimName
  says: string
  default: string
}

const billingPath = archivePaths.rows('public.clinic_billing')
const clinicPath = archivePaths.rows('public.clinics')

/** Tables whose rows are left out where a claim gets its default. */
const tablesOf: Record<ClaimName, readonly string[]> = {
  tier: ['public.tier_subscriptions'],
  rate: ['public.fee_agreements'],
  trail: ['app.audit_log'],
  address: ['public.released_subdomains'],
}

/** Columns of `clinic_billing` that a default claim resets. */
const billingOf: Partial<Record<ClaimName, readonly string[]>> = {
  tier: [
    'tier',
    'stripe_subscription',
    'subscription_status',
    'current_period_start',
    'current_period_end',
    'cancel_at_period_end',
  ],
  rate: ['rate_bps'],
}

/** @throws Error with one line for the operator */
export function claimsOf(archive: ClinicArchive): ArchiveClaim[] {
  const billing = onlyRow(archive, billingPath)
  const clinic = onlyRow(archive, clinicPath)
  const said: Record<ClaimName, Pick<ArchiveClaim, 'says' | 'default'>> = {
    tier: { says: tierText(archive, billing), default: 'free' },
    rate: { says: rateText(archive, billing, String(clinic.currency)), default: formatPercent(0.12) },
    trail: { says: trailText(archive), default: 'none: the trail begins with this import' },
    address: { says: addressText(archive, clinic), default: defaultAddress(archive) },
  }
  // text of unknown origin: no control characters for the operator's terminal
  return claimNames.map((name) => ({ name, ...said[name], says: printable(said[name].says) }))
}

export function printable(text: string): string {
  const line = oneLine(text)
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}

/**
 * Replaces values by the chosen defaults.
 * @param table such as `public.clinic_billing`
 * @param lines rows as JSON
 */
export function withDefaults(
  archive: ClinicArchive,
  choices: ClaimChoices,
  table: string,
  lines: string[],
): string[] {
  const defaults = claimNames.filter((name) => choices[name] === 'default')
  if (defaults.some((name) => tablesOf[name].includes(table))) return []
  if (table === 'public.clinics' && choices.address === 'default') {
    const subdomain = defaultAddress(archive)
    return lines.map((line) => JSON.stringify({ ...JSON.parse(line), subdomain }))
  }
  if (table !== 'public.clinic_billing') return lines
  const left = new Set(defaults.flatMap((name) => billingOf[name] ?? []))
  return lines.map((line) =>
    JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).filter(([name]) => !left.has(name)))),
  )
}

export function hasDefaults(choices: ClaimChoices, table: string): boolean {
  return claimNames.some(
    (name) =>
      choices[name] === 'default' &&
      (tablesOf[name].includes(table) ||
        (table === 'public.clinic_billing' && billingOf[name] !== undefined)),
  )
}

function defaultAddress({ manifest }: ClinicArchive): string {
  return `clinic-${manifest.clinic.id.replaceAll('-', '').slice(0, 12)}`
}

function onlyRow(archive: ClinicArchive, path: string): Record<string, unknown> {
  const [row, ...more] = archive.lines(path)
  if (!row || more.length > 0) throw new Error(`${path} must have one row: the archive is not whole`)
  return JSON.parse(row)
}

const rowsOf = (archive: ClinicArchive, table: string): Record<string, unknown>[] => {
  const path = archivePaths.rows(table)
  return archive.manifest.files[path] ? archive.lines(path).map((line) => JSON.parse(line)) : []
}

const day = (instant: unknown) => formatDate(String(instant), 'UTC')

function tierText(archive: ClinicArchive, billing: Record<string, unknown>): string {
  const { tier, subscription_status: status, current_period_end: endsAt } = billing
  const spans = rowsOf(archive, 'public.tier_subscriptions').length
  return [
    String(tier),
    ...(status ? [String(status)] : []),
    ...(endsAt ? [`paid until ${day(endsAt)}`] : []),
    ...(spans > 0 ? [`${spans} times subscribed`] : []),
  ].join(', ')
}

function rateText(archive: ClinicArchive, billing: Record<string, unknown>, currency: string): string {
  const agreements = rowsOf(archive, 'public.fee_agreements').map(
    ({ policy, fee_cents: cents, from_month: month }) =>
      cents === null
        ? `commission from ${month}`
        : `${formatMoney(Number(cents), currency)} per ${policy === 'flat_member' ? 'member and month' : 'month'} from ${month}`,
  )
  return [formatPercent(Number(billing.rate_bps) / 10_000), ...agreements].join(', ')
}

function trailText(archive: ClinicArchive): string {
  const days = rowsOf(archive, 'app.audit_log')
    .map((row) => String(row.occurred_at))
    .sort()
  if (days.length === 0) return 'no record'
  return `${days.length.toLocaleString('en-US')} ${days.length === 1 ? 'record' : 'records'}, ${day(days[0])} to ${day(days.at(-1))}`
}

function addressText(archive: ClinicArchive, clinic: Record<string, unknown>): string {
  const former = rowsOf(archive, 'public.released_subdomains').map((row) => String(row.subdomain))
  return former.length === 0 ? String(clinic.subdomain) : `${clinic.subdomain}, formerly ${former.join(', ')}`
}

/** Flags of `npm run import-clinic`: `--accept tier,rate --use-default trail,address`. */
export interface ChoiceFlags {
  accept?: string
  'use-default'?: string
}

/** @throws Error with one line for the operator: an unknown claim, or one in both flags */
export function choicesOf(flags: ChoiceFlags): ClaimChoices {
  const named = (list = '') => list.split(',').filter((name) => name !== '') as ClaimName[]
  const pairs = [
    ...named(flags.accept).map((name) => [name, 'accept'] as const),
    ...named(flags['use-default']).map((name) => [name, 'default'] as const),
  ]
  for (const [name] of pairs) {
    if (!claimNames.includes(name)) throw new Error(`${name} is none of ${claimNames.join(', ')}`)
    if (pairs.filter(([other]) => other === name).length > 1) throw new Error(`${name} is named twice`)
  }
  return Object.fromEntries(pairs)
}

/**
 * Asks the operator about each claim that the flags leave open.
 * @param ask shows a question and returns the answer
 * @throws Error for any other answer; nothing is imported then
 */
export async function askForChoices(
  claims: readonly ArchiveClaim[],
  ask: (question: string) => Promise<string>,
): Promise<ClaimChoices> {
  const choices: ClaimChoices = {}
  for (const { name, says, default: byDefault } of claims) {
    const answer = await ask(
      `${name}\n  archive: ${says}\n  default: ${byDefault}\n  Import which? [archive/default] `,
    )
    if (answer.trim() === 'archive') choices[name] = 'accept'
    else if (answer.trim() === 'default') choices[name] = 'default'
    else throw new Error(`${name} was not decided`)
  }
  return choices
}

import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { permissions } from '#domain/permissions.ts'
import { setUpDatabase } from '#testing/set-up.ts'

// The policies on health data do not apply to role `system`. So a file of a feature that queries such a table must require
// the second step: it calls `requireHealthDataAccess`, itself or in `lockOwnRecord`, its actions' permissions need the
// second step, it is a job, or all files that import it do so. Others are listed with the reason (docs/decisions/0016).
const withoutSecondStep: Record<string, string> = {
  'account/correct-address.ts':
    'changes the address that the caller’s account replaces; answers nothing of the record',
  'appointments/booking/own-appointment.ts': 'part of actions that ask, and of answer-visit',
  'appointments/calendar/appointment-rows.ts': 'part of actions that ask, and of answer-visit',
  'appointments/calendar/calendar-feed.ts': 'the key of a private address decides (docs/threats.md T55)',
  'appointments/waitlist/offers-to-call.ts': 'part of visit-calls, whose permission needs the second factor',
  'appointments/waitlist/opened-time.ts': 'asks whether anybody waits; answers nothing of them',
  'appointments/calendar/open-visits.ts': 'counts under the caller’s own policies, and names nobody',
  'appointments/calendar/visit-days.ts': 'counts visits by day, and names nobody',
  'checkouts/load-offer.ts': 'reads the caller’s own email address for Stripe; answers nothing of it',
  'checkouts/sync-customer-email.ts': 'a job: sends the address of a customer to Stripe; answers nothing',
  'clinics/clinic-security.ts': 'says whether there are patients; answers nothing of a single one',
  'dashboard/dashboard-figures.ts': 'counts patients and visits; answers nothing of a single one',
  'feedback/feedback-counts.ts': 'counts, and asks mayUseHealthData first',
  'fhir/appointments.ts': 'reads under the policies of an API key (docs/threats.md T111)',
  'fhir/binary.ts': 'reads under the policies of an API key (docs/threats.md T111)',
  'fhir/consents.ts': 'reads under the policies of an API key (docs/threats.md T111)',
  'fhir/documents.ts': 'reads under the policies of an API key (docs/threats.md T111)',
  'fhir/patients.ts': 'reads under the policies of an API key (docs/threats.md T111)',
  'files/download.ts': 'reads the row under the caller’s policies first',
  'files/finish-upload.ts': 'completes the caller’s own upload; answers nothing of the row',
  'files/upload.ts': 'writes the row after upload-rights.ts has asked',
  'forms/save-form.ts': 'gives the new version to requests that are not begun; answers nothing of them',
  'invitations/issue-invitation.ts': 'part of actions whose permissions need the second factor',
  'invitations/offer-record.ts': 'part of actions whose permissions need the second factor',
  'invitations/queries.ts': 'part of actions whose permissions need the second factor',
  'learning/readable.ts': 'reads under the caller’s own policies',
  'learning/reading-place.ts': 'part of actions that ask, or that answer nothing of it',
  'learning/record-reading.ts': 'writes the caller’s own place; answers nothing of it',
  'memberships/joining/wait-as-patient.ts': 'creates a record for whoever joins; answers nothing of it',
  'messages/message-counts.ts': 'counts threads, and asks mayUseHealthData first',
  'notices/reports/record-report.ts':
    'the report of a mail server ends consents; answers nothing of the patients',
  'notices/stop-address.ts':
    'the secret of a mail or the report about it decides; answers nothing of the patients',
  'outside-calendars/store-busy-times.ts':
    'asks whether an event is a visit of the clinic; answers nothing of it',
  'presentations/seen-presentations.ts':
    'not as system: reads what the clinic teaches under the caller’s policies',
  'receipts/person-parts.ts':
    'part of an action for payers and for who may see money; names that the payer gave',
  'stripe-sync/patient-of-customer.ts': 'part of a job: finds whose customer it is; answers nothing of them',
  'text-messages/stops.ts': 'a webhook: a number’s owner ends or lifts their own consents; answers nothing',
  'visit-answers/answer-visit.ts': 'the secret of a reminder’s link decides (docs/threats.md T105)',
  'visit-answers/visit-of-link.ts':
    'the secret of a reminder’s link decides; answers a time and the clinic (docs/threats.md T105)',
  'visit-fees/fee-rows.ts': 'part of actions that ask, and of answer-visit; answers nothing of the patient',
}

/** Permissions that a password alone does not have. */
const secondFactor: ReadonlySet<string> = new Set(
  Object.entries(permissions)
    .filter(([, rule]) => rule.secondFactor)
    .map(([name]) => name),
)

const features = fileURLToPath(new URL('../../../features/', import.meta.url))

const db = await setUpDatabase()

/** Marked by their comment. */
async function healthTables(): Promise<string[]> {
  const rows = await db.asOwner<{ name: string }>(
    `select c.relname as name from pg_catalog.pg_class c
      where c.relkind in ('r', 'p') and pg_catalog.obj_description(c.oid, 'pg_class') like 'Health data:%'`,
  )
  return rows.map(({ name }) => name)
}

function filesThatQuery(tables: string[]): string[] {
  const names = tables.join('|')
  const built = new RegExp(
    `\\b(selectFrom|insertInto|updateTable|deleteFrom|\\w+Join)\\(\\s*\\[?['"](public\\.)?(${names})\\b`,
  )
  // the query that features share (server/clinic/patients.ts)
  const shared = /\b(isPatientOf|requirePatientOf)\(/
  const written = new RegExp(`\\b(from|join|into|update)\\s+(public\\.)?(${names})\\b`)
  return [...sources.keys()]
    .filter((file) => [built, written, shared].some((pattern) => pattern.test(sourceOf(file))))
    .sort()
}

const sources = new Map(
  readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/(\.test|sample-calls)\.ts$/.test(file))
    .map((file) => [file, readFileSync(features + file, 'utf8')]),
)
const sourceOf = (file: string) => sources.get(file) ?? ''

function declaredIn(list: 'actions' | 'jobs', file: string): string[] {
  const [feature = ''] = file.split('/')
  const index = sourceOf(`${feature}/index.ts`)
  const [, names = ''] = new RegExp(`${list}: \\[([^\\]]*)\\]`).exec(index) ?? []
  const below = file.slice(feature.length + 1)
  const [, imported = ''] = new RegExp(`import {([^}]*)} from './${below}'`).exec(index) ?? []
  const exported = imported.split(/[\s,]+/)
  return (names.match(/\w+/g) ?? []).filter((name) => exported.includes(name))
}

function importsOf(file: string): string[] {
  return [...sourceOf(file).matchAll(/from '(?:#server\/features\/([^']+)|(\.\.?\/[^']+))'/g)].map(
    ([, path, relative = '']) => path ?? join(dirname(file), relative),
  )
}

/** `main` is the wiring above the features. */
function importersOf(file: string): string[] {
  const importers = [...sources.keys()].filter(
    (each) => basename(each) !== 'index.ts' && importsOf(each).includes(file),
  )
  return wiring.includes(`../features/${file}'`) ? [...importers, 'main'] : importers
}

/** Webhooks, files and feeds are not reached by an action. */
const wiring = ['features.ts', 'served-node.ts']
  .map((file) => readFileSync(`${features}../${file}`, 'utf8'))
  .join('\n')

/** Whether the second step is required: by the file, by its permission, or by each file that imports it. */
function isBehindSecondStep(file: string, from: readonly string[] = []): boolean {
  const source = sourceOf(file)
  if (/\b(requireHealthDataAccess|onOwnRecord|lockOwnRecord|inThread)\(/.test(source)) return true
  const accesses = [...source.matchAll(/^\s+access: '([^']+)'/gm)].map(([, access = '']) => access)
  if (accesses.some((access) => !secondFactor.has(access))) return false
  const importers = importersOf(file).filter((each) => !from.includes(each))
  // a job has no caller and no answer
  const isCalledItself = accesses.length > 0 || declaredIn('jobs', file).length > 0
  return (
    (isCalledItself || importers.length > 0) &&
    importers.every((each) => isBehindSecondStep(each, [...from, file]))
  )
}

it('a feature that queries health data requires the second step, or says why not', async () => {
  const tables = await healthTables()
  expect(tables).toEqual(expect.arrayContaining(['appointments', 'patients']))
  const unguarded = filesThatQuery(tables).filter((file) => !isBehindSecondStep(file))
  expect(unguarded).toEqual(Object.keys(withoutSecondStep).sort())
})

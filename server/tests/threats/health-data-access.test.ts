import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'

// The policies on health data do not apply to role `system`. So whoever queries such a table from a feature either calls
// `requireHealthDataAccess` first, by itself or in `onOwnRecord`, or stands here with the reason why not
// (docs/decisions/0016).
const withoutSecondStep: Record<string, string> = {
  'appointments/appointment-rows.ts': 'part of actions that ask, or whose permission needs the second factor',
  'appointments/calendar-feed.ts': 'the key of a private address decides (docs/threats.md T55)',
  'appointments/cancel-appointment.ts': 'its permission needs the second factor',
  'appointments/keep-times.ts': 'a job: keeps wall times and removes expired holds; answers nothing',
  'appointments/mark-appointment.ts': 'its permission needs the second factor',
  'appointments/remind-of-visits.ts': 'a job: tells a patient that there is a reminder; answers nothing',
  'appointments/schedule-query.ts': 'part of actions that ask, and of a job that answers nothing',
  'appointments/visit-days.ts': 'counts visits by day, and names nobody',
  'appointments/held-times.ts': 'its permission needs the second factor; says not whose a time is',
  'appointments/opened-time.ts': 'asks whether anybody waits; answers nothing of them',
  'appointments/offer-times.ts': 'a job: tells a patient that there is something; answers nothing',
  'appointments/waitlist-rows.ts': 'part of actions that ask, or whose permission needs the second factor',
  'appointments/reschedule-appointment.ts': 'its permission needs the second factor',
  'appointments/schedule-appointment.ts': 'its permission needs the second factor',
  'care-plans/save-care-plan.ts': 'its permission needs the second factor',
  'appointments/visit-obstacles.ts': 'its permission needs the second factor',
  'checkouts/load-offer.ts': 'reads the caller’s own email address for Stripe; answers nothing of it',
  'stripe-sync/cover-household.ts': 'a job: makes the patients whom a payer named; answers nothing',
  'clinics/clinic-security.ts': 'says whether there are patients; answers nothing of a single one',
  'activity/clinic-activity.ts': 'answers accounts, no names; audit:read takes the second factor',
  'dashboard/dashboard-figures.ts': 'counts patients and visits; answers nothing of a single one',
  'files/download.ts': 'reads the row under the caller’s policies first',
  'files/finish-upload.ts': 'completes the caller’s own upload; answers nothing of the row',
  'files/remove-file.ts': 'its permission needs the second factor',
  'files/share-file.ts': 'its permission needs the second factor',
  'files/upload.ts': 'writes the row after upload-rights.ts has asked',
  'patient-imports/import-facts.ts': 'part of actions whose permission needs the second factor',
  'invitations/add-waiting-patient.ts': 'part of a job of an action whose permission needs the second factor',
  'invitations/invite-patient.ts': 'its permissions need the second factor; answers nothing of the record',
  'invitations/issue-invitation.ts': 'part of actions whose permissions need the second factor',
  'invitations/queries.ts': 'part of actions whose permissions need the second factor',
  'content/purge-content.ts': 'a job: whether a version was given to anybody; answers nothing',
  'learning/record-reading.ts': 'writes the caller’s own place; answers nothing of it',
  'learning/reading-place.ts': 'part of actions that ask, or that answer nothing of it',
  'learning/readable.ts': 'reads under the caller’s own policies',
  'assignments/assign-lesson.ts': 'its permission needs the second factor',
  'assignments/end-enrollment.ts': 'its permission needs the second factor',
  'assignments/patients-to-assign.ts': 'part of actions whose permission needs the second factor',
  'assignments/push-correction.ts': 'its permission needs the second factor',
  'assignments/withdraw-assignment.ts': 'its permission needs the second factor',
  'assignments/tell-of-lessons.ts': 'a job: tells people that there is something, never what',
  'retention/legal-hold.ts': 'its permission needs the second factor',
  'retention/keep-months.ts': 'a job: whether a month concerns a patient under a legal hold; answers nothing',
  'preferences/asked-anew.ts': 'part of actions on one’s own record, which enter by onOwnRecord',
  'retention/erase-left.ts': 'a job: erases; answers counts',
  'retention/erase-left-accounts.ts': 'a job: erases; keeps what is of somebody who is a patient, too',
  'access/reset-demo.ts': 'a job: fills the calendar of the demo clinic, which has no real patients',
  'retention/erase-patient.ts': 'part of jobs that erase',
  'memberships/member-queries.ts': 'part of actions whose permissions need the second factor',
  'memberships/person-looks.ts': 'its permission needs the second factor',
  'memberships/person.ts': 'its permission needs the second factor',
  'memberships/remove-member.ts': 'its permission needs the second factor',
  'memberships/search-people.ts': 'its permission needs the second factor',
  'memberships/wait-as-patient.ts': 'creates a record for whoever joins; answers nothing of it',
  'team/change-team-access.ts': 'its permission needs the second factor; changes the team’s rows only',
  'notices/daily-summary.ts': 'a job: counts appointments and tasks; answers nothing of a single one',
  'invoices/assign-charge.ts': 'its permission needs the second factor',
  'presentations/seen-presentations.ts':
    'not as system: reads what the clinic teaches under the caller’s policies',
  'notices/compose-visit-notice.ts': 'a job: mails the people of a visit when it is; answers nothing',
  'notices/recipients.ts': 'a job: finds whom to mail; answers nothing',
  'notices/notify-team.ts':
    'a job: a notice holds the id of whom it is about; names are read by who opens it',
  'feedback/answer-feedback.ts': 'its permission needs the second factor',
  'feedback/feedback-counts.ts': 'counts, and asks mayUseHealthData first',
  'messages/assign-thread.ts': 'its permission needs the second factor',
  'messages/close-thread.ts': 'its permission needs the second factor',
  'messages/message-counts.ts': 'counts threads, and asks mayUseHealthData first',
  'messages/send-message.ts': 'enters by inThread, which asks for it',
  'messages/read-messages.ts': 'enters by inThread, which asks for it',
  'guardians/access-rows.ts': 'part of actions and of a job: ages and steps of an access',
  'guardians/add-guardian.ts': 'its permission needs the second factor',
  'guardians/step-guardians.ts': 'a job: writes down what birthdays have changed; answers nothing',
  'notices/compose-guardian-notice.ts': 'a job: tells a guardian that there is something, never what',
  'tasks/complete-task.ts': 'its permission needs the second factor',
  'stripe-sync/patient-of-customer.ts': 'part of a job: finds whose customer it is; answers nothing of them',
  'tasks/save-task.ts': 'its permission needs the second factor',
  'notices/compose-notice.ts': 'a job, on behalf of nobody: writes to a person about their own matters',
  'person-notes/add-person-note.ts': 'its permission needs the second factor',
  'person-notes/change-person-note.ts': 'its permission needs the second factor',
  'person-notes/note-rules.ts': 'part of actions whose permission needs the second factor',
  'person-notes/remove-person-note.ts': 'its permission needs the second factor',
  'text-messages/decide-text.ts':
    'a job: a number and choices, for a text to their owner; answers nothing of them',
  'text-messages/visit-of-reminder.ts': 'a job: reads when a visit is, for its patient’s reminder',
  'text-messages/stops.ts': 'a webhook: a number’s owner ends or lifts their own consents; answers nothing',
  'patient-merges/possible-duplicates.ts': 'its permission needs the second factor',
  'patient-merges/dismiss-duplicates.ts': 'its permission needs the second factor',
  'patient-merges/patients-like.ts': 'its permission needs the second factor',
  'patient-merges/compare-patients.ts': 'its permission needs the second factor',
  'patient-merges/compare-records.ts': 'part of actions whose permission needs the second factor',
  'patient-merges/gather-merged.ts': 'a job, which moves what came late; answers nothing',
  'patient-merges/merge-patients.ts': 'its permission needs the second factor',
  'patient-merges/lock-records.ts': 'part of an action whose permission needs the second factor',
  'patient-merges/person-merges.ts': 'its permission needs the second factor',
  'patient-merges/part-patients.ts': 'its permission needs the second factor',
  'receipts/person-parts.ts':
    'part of an action for payers and for who may see money; names that the payer gave',
  'value-receipts/due-receipts.ts': 'part of a job: which times of plans are over; answers nothing',
  'value-receipts/used-services.ts': 'part of a job: counts what was used',
  'value-receipts/value-figures.ts': 'its permission needs the second factor; counts only',
  'value-receipts/write-receipts.ts': 'part of a job, which writes',
  'visit-lessons/finish-visit-lesson.ts': 'its permission needs the second factor',
  'visit-lessons/lesson-rows.ts': 'part of actions whose permission needs the second factor',
  'visit-lessons/set-visit-lesson.ts': 'its permission needs the second factor',
  'visit-lessons/show-slide.ts': 'its permission needs the second factor',
}

const features = fileURLToPath(new URL('../../features/', import.meta.url))

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

/** The tables whose comment marks them as health data. */
async function healthTables(): Promise<string[]> {
  const rows = await db.asOwner<{ name: string }>(
    `select c.relname as name from pg_catalog.pg_class c
      where c.relkind in ('r', 'p') and pg_catalog.obj_description(c.oid, 'pg_class') like 'Health data:%'`,
  )
  return rows.map(({ name }) => name)
}

/** The source files of the features that query one of the tables, by query builder or in SQL text. */
function filesThatQuery(tables: string[]): string[] {
  const names = tables.join('|')
  const built = new RegExp(
    `\\b(selectFrom|insertInto|updateTable|deleteFrom|\\w+Join)\\(\\s*\\[?['"](public\\.)?(${names})\\b`,
  )
  // the query that features share (server/platform/patients.ts)
  const shared = /\b(isPatientOf|requirePatientOf)\(/
  const written = new RegExp(`\\b(from|join|into|update)\\s+(public\\.)?(${names})\\b`)
  return readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => {
      const source = readFileSync(features + file, 'utf8')
      return built.test(source) || written.test(source) || shared.test(source)
    })
    .sort()
}

it('a feature that queries health data requires the second step, or says why not', async () => {
  const tables = await healthTables()
  expect(tables).toEqual(expect.arrayContaining(['appointments', 'patients']))
  const unguarded = filesThatQuery(tables).filter(
    (file) => !/\b(requireHealthDataAccess|onOwnRecord)\(/.test(readFileSync(features + file, 'utf8')),
  )
  expect(unguarded).toEqual(Object.keys(withoutSecondStep).sort())
})

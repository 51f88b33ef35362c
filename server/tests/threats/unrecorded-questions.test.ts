// A team member infers a patient's record, one question at a time (docs/threats.md T28). Every form of question leaves a
// record, whatever its result.
import { beforeEach, describe, expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { aClinic, anInvitation, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { type AskOptions, setUpServer } from './test-server.ts'

let staff: Member
let appointment: { id: string }
const test = await setUpServer()
const clinic = await aClinic(test.db)
beforeEach(async () => {
  staff = await aStaffMember(test.db, clinic)
  const ann = await aPatient(test.db, clinic, { name: 'Ann Example' })
  appointment = await anAppointment(test.db, clinic, ann, { notes: 'knee', date: aNewDay() })
  await anInvitation(test.db, clinic, { email: `knee-${ann.patientId}@example.test`, role: 'patient' })
})

let day = 0
const aNewDay = () => new Date(Date.UTC(2027, 0, 4 + day++)).toISOString().slice(0, 10)

type Question = [name: string, path: (guess: string) => string, options?: AskOptions]

const one = { Accept: 'application/vnd.pgrst.object+json' }
const change = (body: object, headers: Record<string, string> = {}): AskOptions => ({
  method: 'PATCH',
  body,
  headers,
})
const notes = (guess: string) => `/appointments?id=eq.${appointment.id}&notes=like.${guess}*`

const questions: Question[] = [
  ['a filter', notes],
  [
    'a filter under another name',
    (guess) => `/appointments?select=id&or=(notes.like.${guess}*,type.eq.none)`,
  ],
  ['a count', notes, { method: 'HEAD', headers: { Prefer: 'count=exact' } }],
  ['a count without rows', (guess) => `${notes(guess)}&limit=0`, { headers: { Prefer: 'count=exact' } }],
  ['a page past the end', (guess) => `${notes(guess)}&offset=9`, { headers: { Prefer: 'count=exact' } }],
  ['a single row', notes, { headers: one }],
  ['a table file', notes, { headers: { Accept: 'text/csv' } }],
  ['a value of the wrong type', (guess) => `${notes(guess)}&select=notes::int`],
  [
    'an embed that must be empty',
    (guess) =>
      `/clinics?id=eq.${clinic.id}&select=id,appointments()&appointments.notes=like.${guess}*&appointments=is.null`,
  ],
  [
    'an embed that must not be empty',
    (guess) =>
      `/clinics?id=eq.${clinic.id}&select=id,appointments()&appointments.notes=like.${guess}*&appointments=not.is.null`,
  ],
  [
    'an empty embed among alternatives',
    (guess) =>
      `/clinics?id=eq.${clinic.id}&select=id,appointments()&appointments.notes=like.${guess}*&or=(appointments.is.null,id.is.null)`,
  ],
  [
    'an inner embed',
    (guess) => `/clinics?id=eq.${clinic.id}&select=id,appointments!inner()&appointments.notes=like.${guess}*`,
  ],
  [
    'an embed',
    (guess) => `/clinics?id=eq.${clinic.id}&select=id,appointments(id)&appointments.notes=like.${guess}*`,
  ],
  [
    'an embed two levels down',
    (guess) =>
      `/patients?select=id,clinics(id,appointments())&clinics.appointments.notes=like.${guess}*&clinics.appointments=is.null`,
  ],
  ['an invitation’s address', (guess) => `/invitations?select=id&email=like.${guess}*`],
  [
    'a membership without such an invitation',
    (guess) =>
      `/clinic_memberships?select=id,invitations()&invitations.email=like.${guess}*&invitations=is.null`,
  ],
  ['a change', notes, change({ duration_minutes: 45 })],
  [
    'a change that is read back',
    notes,
    change({ duration_minutes: 45 }, { Prefer: 'return=representation' }),
  ],
  [
    'a change of a single row',
    notes,
    change({ duration_minutes: 45 }, { Prefer: 'return=representation', ...one }),
  ],
  [
    'a change that may not happen',
    notes,
    change({ duration_minutes: 45 }, { Prefer: 'handling=strict, max-affected=0' }),
  ],
  ['a change that no row allows', notes, change({ duration_minutes: -1 })],
]

describe.each(questions)('%s', (_, path, options = {}) => {
  it.each(['knee', 'none'])('leaves a record for the guess “%s”', async (guess) => {
    const before = await recorded()
    const token = await test.tokenOf(staff)
    const { status } = await test.ask(`/rest/v1${path(guess)}`, { ...options, token, clinic })
    expect(status).not.toBe(500)
    expect(await recorded()).toBeGreaterThan(before)
  })
})

async function recorded(): Promise<number> {
  const rows = await test.db.asOwner<{ count: number }>(
    'select count(*)::int as count from app.audit_log where clinic_id = $1 and actor_id = $2',
    [clinic.id, staff.userId],
  )
  return rows[0]?.count ?? 0
}

import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChosenItems } from '#domain/patient-merges/splits.ts'
import { anAppointment } from '#testing/appointments.ts'
import { anAssignment } from '#testing/assignments.ts'
import { aThread } from '#testing/messages.ts'
import { aRecord, nothingChosen } from '#testing/patient-merges.ts'
import { openTestPayments } from '#testing/payments.ts'
import { aClinic, aPatient, aStaffMember, type Patient } from '#testing/people.ts'
import { aPersonNote } from '#testing/person-notes.ts'
import { aTask } from '#testing/tasks.ts'
import { mergePatients } from './merge-patients.ts'
import { personMerges } from './person-merges.ts'
import { splitItems } from './split-items.ts'
import { previewSplit, splitPatient } from './split-patient.ts'
import { undoSplit } from './undo-split.ts'

const test = await openTestPayments({ now: '2026-03-01T15:00:00Z' })
const clinic = await test.aSellingClinic()
const plan = await test.aPublishedPlan(clinic, { amountCents: 4_900 })
const admin = clinic.admin.caller()
afterAll(() => test.close())

type Into = { patientId: string } | { name: string }
const inputOf = (patientId: string, into: Into, chosen: Partial<ChosenItems>) => ({
  patientId,
  into,
  chosen: { ...nothingChosen, ...chosen },
})
const split = (patientId: string, into: Into, chosen: Partial<ChosenItems>, caller = admin) =>
  test.call(splitPatient, caller, inputOf(patientId, into, chosen))
const preview = (patientId: string, into: Into, chosen: Partial<ChosenItems>) =>
  test.call(previewSplit, admin, inputOf(patientId, into, chosen))
const undo = (splitId: string, caller = admin) => test.call(undoSplit, caller, { splitId })

const ids = async (table: string, patientId: string, key = 'id') =>
  (
    await test.db.asOwner<{ id: string }>(
      `select ${key} as id from ${table} where patient_id = $1 order by 1`,
      [patientId],
    )
  ).map(({ id }) => id)

async function aFile(patientId: string, kind = 'person_file', messageId: string | null = null) {
  const [row] = await test.db.asOwner<{ id: string }>(
    `insert into files (clinic_id, owner_id, kind, size_bytes, sha256, media_type, state)
     values ($1, $2, $3, 5, repeat('a', 64), 'text/plain', 'ready') returning id`,
    [clinic.id, clinic.admin.userId, kind],
  )
  const id = row?.id ?? ''
  await test.db.asOwner(
    `insert into patient_files (file_id, clinic_id, patient_id, kind, name, size_bytes, uploaded_by, attached_at, message_id)
     values ($1, $2, $3, $4, 'letter.txt', 5, $5, now(), $6)`,
    [id, clinic.id, patientId, kind, clinic.admin.userId, messageId],
  )
  return id
}

let member: Patient
beforeEach(async () => {
  member = await aPatient(test.db, clinic)
})

/** One of everything, of which each is there twice. */
async function aMixedRecord() {
  const { patientId } = member
  const visits = [
    await anAppointment(test.db, clinic, member, { date: '2026-04-06' }),
    await anAppointment(test.db, clinic, member, { date: '2026-04-07' }),
  ].map(({ id }) => id)
  const notes = [await aPersonNote(test.db, clinic, member), await aPersonNote(test.db, clinic, member)]
  const tasks = [
    await aTask(test.db, clinic, { patientId }),
    await aTask(test.db, clinic, { patientId }),
  ].map(({ id }) => id)
  const lessons = [
    await anAssignment(test.db, clinic, member),
    await anAssignment(test.db, clinic, member),
  ].map(({ id }) => id)
  await aThread(test.db, clinic, {
    patient: member,
    messages: [
      { from: 'patient', body: 'one' },
      { from: 'clinic', body: 'two' },
      { from: 'patient', body: 'three' },
    ],
  })
  const messages = (
    await test.db.asOwner<{ id: string }>('select id from messages where patient_id = $1 order by number', [
      patientId,
    ])
  ).map(({ id }) => id)
  const files = [await aFile(patientId), await aFile(patientId)]
  const attachment = await aFile(patientId, 'message_attachment', messages[0])
  return { patientId, visits, notes, tasks, lessons, messages, files, attachment }
}

describe('splitting', () => {
  it('shows what can move, moves what was chosen with what belongs to it, and nothing else; and takes it back', async () => {
    const record = await aMixedRecord()
    const { patientId, visits, notes, tasks, lessons, messages, files, attachment } = record
    const { items, totals } = await test.call(splitItems, admin, { patientId })
    expect(totals).toEqual({ visits: 2, notes: 2, files: 2, messages: 3, lessons: 2, programs: 0, tasks: 2 })
    expect(items.visits.map(({ id }) => id).sort()).toEqual([...visits].sort())
    const first = (list: string[]) => [list[0] ?? '']
    const chosen = {
      visits: first(visits),
      notes: first(notes),
      tasks: first(tasks),
      lessons: first(lessons),
      messages: first(messages),
      files: first(files),
    }
    expect(await preview(patientId, { name: 'Mia Okafor' }, chosen)).toEqual({
      moves: { visits: 1, notes: 1, files: 1, messages: 1, lessons: 1, programs: 0, tasks: 1 },
      stays: { visits: 1, notes: 1, files: 1, messages: 2, lessons: 1, programs: 0, tasks: 1 },
      obstacles: [],
      warnings: ['reminders'],
    })
    const before = await everything(patientId)
    const { splitId, intoId } = await split(patientId, { name: 'Mia Okafor' }, chosen)
    expect(await ids('appointments', intoId)).toEqual(chosen.visits)
    expect(await ids('appointments', patientId)).toEqual([visits[1]])
    const changesOf = async (id: string) =>
      (await ids('appointment_changes', id, 'distinct appointment_id')).sort()
    expect([await changesOf(intoId), await changesOf(patientId)]).toEqual([[visits[0]], [visits[1]]])
    expect(await ids('person_notes', intoId)).toEqual(chosen.notes)
    expect(await ids('tasks', intoId)).toEqual(chosen.tasks)
    expect(await ids('lesson_assignments', intoId)).toEqual(chosen.lessons)
    expect(await ids('patient_files', intoId, 'file_id')).toEqual([files[0] ?? '', attachment].sort())
    const numbers = (id: string) =>
      test.db.asOwner('select body, number from messages where patient_id = $1 order by number', [id])
    expect(await numbers(intoId)).toEqual([{ body: 'one', number: 1 }])
    expect(await numbers(patientId)).toEqual([
      { body: 'two', number: 1 },
      { body: 'three', number: 2 },
    ])
    expect((await test.call(personMerges, admin, { patientId })).splits).toEqual([
      {
        ...{ id: splitId, went: true, items: 6, other: { id: intoId, name: 'Mia Okafor' } },
        splitAt: test.clock.now().toISOString(),
      },
    ])
    expect((await test.call(personMerges, admin, { patientId: intoId })).splits).toMatchObject([
      { id: splitId, went: false, other: { id: patientId } },
    ])

    await undo(splitId)
    expect(await everything(patientId)).toEqual(before)
    // nothing else was written into the new record: it is in no list any more
    const [gone] = await test.db.asOwner('select merged_into from patients where id = $1', [intoId])
    expect(gone).toEqual({ merged_into: patientId })
  })

  async function everything(patientId: string) {
    const tables = [
      'appointments',
      'appointment_changes',
      'person_notes',
      'tasks',
      'lesson_assignments',
      'messages',
    ]
    return {
      ...Object.fromEntries(
        await Promise.all(tables.map(async (table) => [table, await ids(table, patientId)] as const)),
      ),
      files: await ids('patient_files', patientId, 'file_id'),
    }
  }

  it('says in both histories that something moved, and of nothing else that it was changed', async () => {
    const note = await aPersonNote(test.db, clinic, member)
    const { intoId } = await split(member.patientId, { name: 'Mia Okafor' }, { notes: [note] })
    const written = await test.db.asOwner<{ action: string; patient_ids: string[] }>(
      `select action, patient_ids from app.audit_log where $1 = any (patient_ids) and actor_id = $2 order by id`,
      [intoId, clinic.admin.userId],
    )
    expect(written).toEqual([{ action: 'patient.split', patient_ids: [member.patientId, intoId] }])
  })

  it('to another patient: they see what moved, and what was written since stays there when it is taken back', async () => {
    const other = await aPatient(test.db, clinic)
    const visit = await anAppointment(test.db, clinic, member, { date: '2026-05-04' })
    const { warnings } = await preview(member.patientId, other, { visits: [visit.id] })
    expect(warnings).toEqual(['account', 'reminders'])
    const { splitId } = await split(member.patientId, other, { visits: [visit.id] })
    const seen = (person: Patient) =>
      test.services.transactions.withActor(person.caller(), (tx) =>
        tx.selectFrom('appointments').select('id').execute(),
      )
    expect([await seen(member), await seen(other)]).toEqual([[], [{ id: visit.id }]])
    const since = await anAppointment(test.db, clinic, other, { date: '2026-05-05' })
    await undo(splitId)
    expect([await seen(member), await seen(other)]).toEqual([[{ id: visit.id }], [{ id: since.id }]])
  })

  it('a new record that holds something by then stays when the split is taken back', async () => {
    const note = await aPersonNote(test.db, clinic, member)
    const { splitId, intoId } = await split(member.patientId, { name: 'Mia Okafor' }, { notes: [note] })
    await aPersonNote(test.db, clinic, { patientId: intoId })
    await undo(splitId)
    expect(await test.db.asOwner('select merged_into from patients where id = $1', [intoId])).toEqual([
      { merged_into: null },
    ])
    expect(await ids('person_notes', intoId)).toHaveLength(1)
  })

  it('money stays, and a plan is named before', async () => {
    const payer = await test.aMember(clinic, plan)
    const visit = await anAppointment(test.db, clinic, payer, { date: '2026-06-01' })
    const money = async () =>
      (
        await Promise.all(
          ['payments', 'invoices', 'receipts', 'plan_agreements'].map((table) => ids(table, payer.patientId)),
        )
      ).flat()
    const before = await money()
    expect(before.length).toBeGreaterThan(2)
    const { warnings, obstacles } = await preview(payer.patientId, { name: 'Mia' }, { visits: [visit.id] })
    expect([obstacles, warnings]).toEqual([[], ['plan', 'reminders']])
    await split(payer.patientId, { name: 'Mia Okafor' }, { visits: [visit.id] })
    expect(await money()).toEqual(before)
  })

  it('reminders that wait go to whoever has the visit now', async () => {
    const visit = await anAppointment(test.db, clinic, member, { date: '2026-04-08' })
    await test.services.transactions.withSystem('test', (tx) =>
      test.services.notices.tellPatient(tx, {
        ...{ clinicId: clinic.id, patientId: member.patientId, about: 'reminder', key: visit.id },
        visit: { id: visit.id, startsAt: new Date('2026-04-08T13:00:00Z') },
      }),
    )
    const { intoId } = await split(member.patientId, { name: 'Mia' }, { visits: [visit.id] })
    expect(
      await test.db.asOwner(
        `select subject_id from app.notices where appointment_id = $1 and kind = 'patient_reminder'`,
        [visit.id],
      ),
    ).toEqual([{ subject_id: intoId }])
  })
})

describe('what stands in the way', () => {
  async function refused(into: Into, chosen: Partial<ChosenItems>, expected: string[]) {
    expect((await preview(member.patientId, into, chosen)).obstacles).toEqual(expected)
    await expect(split(member.patientId, into, chosen)).rejects.toMatchObject({ code: 'split_blocked' })
  }

  it('is that nothing is chosen, or something that is not here', async () => {
    await refused({ name: 'Mia' }, {}, ['nothing'])
    const elsewhere = await aPatient(test.db, clinic)
    const visit = await anAppointment(test.db, clinic, elsewhere, { date: '2026-06-02' })
    await refused({ name: 'Mia' }, { visits: [visit.id] }, ['gone'])
    expect(await ids('appointments', elsewhere.patientId)).toEqual([visit.id])
  })

  it('is a part of visits that repeat', async () => {
    const [series] = await test.db.asOwner<{ id: string }>(
      'insert into appointment_series (clinic_id, patient_id, every_days) values ($1, $2, 7) returning id',
      [clinic.id, member.patientId],
    )
    const visits = [
      await anAppointment(test.db, clinic, member, { date: '2026-06-03' }),
      await anAppointment(test.db, clinic, member, { date: '2026-06-10' }),
    ].map(({ id }) => id)
    await test.db.asOwner('update appointments set series_id = $1 where id = any ($2)', [series?.id, visits])
    const { items } = await test.call(splitItems, admin, { patientId: member.patientId })
    expect(items.visits.map(({ group }) => group)).toEqual([series?.id, series?.id])
    await refused({ name: 'Mia' }, { visits: visits.slice(1) }, ['series'])
    const { intoId } = await split(member.patientId, { name: 'Mia' }, { visits })
    expect(await ids('appointment_series', intoId)).toEqual([series?.id])
  })

  it('is a visit of the other at the same time, or one that is going on', async () => {
    const other = await aPatient(test.db, clinic)
    const visit = await anAppointment(test.db, clinic, member, { date: '2026-06-04' })
    await anAppointment(test.db, clinic, other, { date: '2026-06-04', time: '09:15' })
    await refused(other, { visits: [visit.id] }, ['visits'])
    await test.db.asOwner('update appointments set started_at = now() where id = $1', [visit.id])
    await refused({ name: 'Mia' }, { visits: [visit.id] }, ['running'])
  })

  it('is a lesson that the other has open already', async () => {
    const other = await aPatient(test.db, clinic)
    const lesson = await anAssignment(test.db, clinic, member)
    await anAssignment(test.db, clinic, other, { item: lesson })
    await refused(other, { lessons: [lesson.id] }, ['lessons'])
  })

  it('is a legal hold on either', async () => {
    const note = await aPersonNote(test.db, clinic, member)
    await test.db.asOwner(
      'insert into app.legal_holds (clinic_id, patient_id, placed_at) values ($1, $2, now())',
      [clinic.id, member.patientId],
    )
    await refused({ name: 'Mia' }, { notes: [note] }, ['held'])
  })
})

describe('who may', () => {
  it('is an admin of the clinic, about records that stand', async () => {
    const note = await aPersonNote(test.db, clinic, member)
    const chosen = { notes: [note] }
    const staff = await aStaffMember(test.db, clinic)
    const elsewhere = await aClinic(test.db)
    const foreign = await aPatient(test.db, elsewhere)
    const { patientId } = member
    for (const caller of [staff.caller(), member.caller()]) {
      await expect(split(patientId, { name: 'Mia' }, chosen, caller)).rejects.toMatchObject({
        code: 'not_allowed',
      })
      await expect(test.call(splitItems, caller, { patientId })).rejects.toMatchObject({
        code: 'not_allowed',
      })
    }
    await expect(split(patientId, { name: 'Mia' }, chosen, elsewhere.admin.caller())).rejects.toMatchObject({
      code: 'not_found',
    })
    const [merged, into] = [await aRecord(test.db, clinic), await aRecord(test.db, clinic)]
    await test.call(mergePatients, admin, {
      ...{ intoId: into, fromId: merged, name: 'into', email: 'into', keepFrom: [] },
    })
    for (const other of [foreign.patientId, merged, patientId, crypto.randomUUID()])
      await expect(split(patientId, { patientId: other }, chosen)).rejects.toMatchObject({
        code: 'not_found',
      })
    const { splitId } = await split(patientId, { name: 'Mia' }, chosen)
    await expect(undo(splitId, staff.caller())).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(undo(splitId, elsewhere.admin.caller())).rejects.toMatchObject({ code: 'not_found' })
  })

  it('happens once, however often it is asked at the same time, and is taken back once', async () => {
    const note = await aPersonNote(test.db, clinic, member)
    const settled = await Promise.allSettled(
      Array.from({ length: 3 }, () => split(member.patientId, { name: 'Mia' }, { notes: [note] })),
    )
    const done = settled.filter((one) => one.status === 'fulfilled')
    expect(done).toHaveLength(1)
    const splitId = done[0]?.value.splitId ?? ''
    const back = await Promise.allSettled([undo(splitId), undo(splitId)])
    expect(back.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await ids('person_notes', member.patientId)).toEqual([note])
  })

  it('is taken back only while both records stand', async () => {
    const note = await aPersonNote(test.db, clinic, member)
    const { splitId, intoId } = await split(member.patientId, { name: 'Mia' }, { notes: [note] })
    const third = await aRecord(test.db, clinic)
    await test.call(mergePatients, admin, {
      ...{ intoId: third, fromId: intoId, name: 'into', email: 'into', keepFrom: [] },
    })
    await expect(undo(splitId)).rejects.toMatchObject({ code: 'not_found' })
    expect(await ids('person_notes', third)).toEqual([note])
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import type { PatientImportView } from '#domain/patient-imports/patient-imports.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { anAppointment } from '#testing/appointments.ts'
import { aPersonNote } from '#testing/person-notes.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { aTask } from '#testing/tasks.ts'
import { editPatient } from '../patients/edit-patient.ts'
import { importPatients } from './import-patients.ts'
import { patientImport } from './patient-import.ts'
import { runImport } from './run-import.ts'
import { undoPatientImport } from './undo-patient-import.ts'

let clinic: TestClinic
const test = await setUpServices({ jobsOf: (services) => [runImport(services) as never] })
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

async function imported(rows: Record<string, string>[], sent: object = {}): Promise<PatientImportView> {
  const { id } = (await importPatients.call(test.services, clinic.admin.caller(), {
    rows: rows.map((cells, at) => ({ line: at + 2, cells })),
    dateOrder: 'mdy',
    century: null,
    turnsNames: true,
    planNames: [],
    choices: [],
    holders: [],
    attempt: crypto.randomUUID(),
    invites: false,
    ...sent,
  })) as PatientImportView
  await test.services.jobs.drain()
  return view(id)
}
async function view(importId: string): Promise<PatientImportView> {
  const { found } = (await patientImport.call(test.services, clinic.admin.caller(), { importId })) as {
    found: PatientImportView
  }
  return found
}
const undo = (importId: string, by: Caller = clinic.admin.caller()) =>
  undoPatientImport.call(test.services, by, { importId }) as Promise<PatientImportView>
const patients = () =>
  test.db.asOwner<{ id: string; name: string; email: string | null; phone: string | null }>(
    `select p.id, p.full_name as name, p.email, d.phone
       from patients p left join patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
      where p.clinic_id = $1 order by p.full_name`,
    [clinic.id],
  )
const idOf = async (name: string) => (await patients()).find((each) => each.name === name)?.id ?? ''

describe('undoing an import', () => {
  it('deletes its records with their details and invitations, and no others', async () => {
    await imported([{ fullName: 'Earlier Patient', phone: '(212) 555-0199' }])
    const email = `${crypto.randomUUID()}@undo.test`
    const made = await imported(
      [{ fullName: 'Ida Moss', email, birthday: '3/28/1984' }, { fullName: 'Ben Ash' }],
      {
        invites: true,
      },
    )
    expect(made).toMatchObject({ added: 2, invited: 1, undone: null })
    expect(new Date(made.undoUntil ?? 0).getTime() - test.clock.now().getTime()).toBe(3_600_000)
    expect(await undo(made.id)).toMatchObject({ undoUntil: null, undone: { removed: 2, stays: [] } })
    expect((await patients()).map(({ name }) => name)).toEqual(['Earlier Patient'])
    const left = await test.db.asOwner<{ rows: number }>(
      `select (select count(*) from invitations where email = $1)::integer
            + (select count(*) from clinic_memberships where clinic_id = $2 and role = 'patient')::integer as rows`,
      [email, clinic.id],
    )
    expect(left).toEqual([{ rows: 1 }])
    expect(await undo(made.id)).toMatchObject({ undone: { removed: 2 } })
  })

  it('retains and names the records that were used since', async () => {
    const names = ['Booked', 'Noted', 'Corrected', 'Deactivated', 'Task', 'Unused']
    const made = await imported(names.map((fullName) => ({ fullName })))
    await anAppointment(test.db, clinic, { patientId: await idOf('Booked') })
    await aPersonNote(test.db, clinic, { patientId: await idOf('Noted') })
    test.clock.advance('PT1M')
    await editPatient.call(test.services, clinic.admin.caller(), {
      patientId: await idOf('Corrected'),
      name: 'Corrected',
      email: 'new@undo.test',
      phone: '',
      dateOfBirth: '',
      version: 0,
      contactVersion: 0,
      mayText: false,
    })
    await test.db.asOwner(
      `update clinic_memberships set status = 'invited', suspended_at = now() where patient_id = $1`,
      [await idOf('Deactivated')],
    )
    await aTask(test.db, clinic, { patientId: await idOf('Task') })
    const { undone } = await undo(made.id)
    expect(undone).toEqual({ removed: 1, stays: names.slice(0, 5) })
    expect((await patients()).map(({ name }) => name)).toEqual(names.slice(0, 5).sort())
  })

  it('empties what it filled in an existing record, unless that was changed since', async () => {
    await imported([{ fullName: 'Ida Moss' }, { fullName: 'Ben Ash' }])
    const [ben, ida] = await patients()
    test.clock.advance('PT1M')
    const made = await imported(
      [
        { fullName: 'Ida Moss', phone: '(212) 555-0147', email: 'ida@undo.test' },
        { fullName: 'Ben Ash', phone: '(212) 555-0148' },
      ],
      {
        choices: [
          { line: 2, how: 'fill', patientId: ida?.id },
          { line: 3, how: 'fill', patientId: ben?.id },
        ],
      },
    )
    expect(made).toMatchObject({ added: 0, filled: 2 })
    test.clock.advance('PT1M')
    await test.db.asOwner(
      `update patient_details set phone = '+12125550100', updated_at = now() where patient_id = $1`,
      [ben?.id],
    )
    expect(await undo(made.id)).toMatchObject({ undone: { removed: 1, stays: ['Ben Ash'] } })
    expect(await patients()).toEqual([
      { ...ben, phone: '+12125550100' },
      { ...ida, phone: null, email: null },
    ])
  })

  it('ends an hour after the import, and refuses other clinics and roles as if there were none', async () => {
    const other = await aClinic(test.db)
    const made = await imported([{ fullName: 'Ida Moss' }])
    const foreign = await undo(made.id, other.admin.caller()).catch((error: unknown) => error)
    const unknown = await undo(crypto.randomUUID()).catch((error: unknown) => error)
    expect(foreign).toEqual(unknown)
    expect(foreign).toMatchObject({ code: 'not_found' })
    const staff = await aStaffMember(test.db, clinic)
    await expect(undo(made.id, staff.caller())).rejects.toMatchObject({ code: 'not_allowed' })
    test.clock.advance('PT61M')
    expect((await view(made.id)).undoUntil).toBeNull()
    await expect(undo(made.id)).rejects.toMatchObject({ code: 'import_not_undoable' })
    expect(await patients()).toHaveLength(1)
  })
})

it('no other code deletes a patient', async () => {
  await imported([{ fullName: 'Ida Moss' }])
  const deleted = test.db.transactions.withSystem('test: delete', (tx) =>
    tx.deleteFrom('patients').where('clinic_id', '=', clinic.id).execute(),
  )
  await expect(deleted).rejects.toThrow('undoing an import')
})

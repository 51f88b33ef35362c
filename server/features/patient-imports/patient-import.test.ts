import { expect, it } from 'vitest'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aStaffMember } from '#testing/sign-in/people.ts'
import { importPatients } from './import-patients.ts'
import { patientImport } from './patient-import.ts'
import { runImport } from './run-import.ts'

const test = await setUpServices({ jobsOf: (services) => [runImport(services) as never] })

it('shows the newest import’s progress to the clinic’s admins only', async () => {
  const [clinic, other] = [await aClinic(test.db), await aClinic(test.db)]
  const ask = (caller = clinic.admin.caller(), importId: string | null = null) =>
    patientImport.call(test.services, caller, { importId }) as Promise<{ found: { id: string } | null }>
  expect(await ask()).toEqual({ found: null })
  const { id } = (await importPatients.call(test.services, clinic.admin.caller(), {
    rows: [{ line: 2, cells: { fullName: 'Ida Moss', email: 'ida@import.test' } }],
    dateOrder: null,
    century: null,
    turnsNames: true,
    planNames: [],
    choices: [],
    holders: [],
    attempt: crypto.randomUUID(),
    invites: false,
  })) as { id: string }
  expect(await ask()).toMatchObject({ found: { id, total: 1, added: 0, isDone: false, skipped: [] } })
  await test.services.jobs.drain()
  expect(await ask(clinic.admin.caller(), id)).toMatchObject({ found: { added: 1, isDone: true } })

  const foreign = await ask(other.admin.caller(), id).catch((error: unknown) => error)
  const unknown = await ask(other.admin.caller(), crypto.randomUUID()).catch((error: unknown) => error)
  expect(foreign).toEqual(unknown)
  expect(foreign).toMatchObject({ code: 'not_found' })
  const staff = await aStaffMember(test.db, clinic)
  await expect(ask(staff.caller())).rejects.toMatchObject({ code: 'not_allowed' })
})

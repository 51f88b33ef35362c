import { afterAll, expect, it } from 'vitest'
import { aRecord } from '#testing/patient-merges.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/people.ts'
import { aPersonNote } from '#testing/person-notes.ts'
import { openTestServices } from '#testing/services.ts'
import { splitItems } from './split-items.ts'

const test = await openTestServices()
const clinic = await aClinic(test.db)
const admin = clinic.admin.caller()
afterAll(() => test.close())

const itemsOf = (patientId: string, caller = admin) => splitItems.call(test.services, caller, { patientId })

it('offers what the record holds with its beginning, and records that it was read', async () => {
  const patientId = await aRecord(test.db, clinic)
  const body = `Likes\n mornings ${'very '.repeat(40)}`
  const id = await aPersonNote(test.db, clinic, { patientId }, { body })
  await aPersonNote(test.db, clinic, { patientId }, { isRemoved: true })
  const answer = await itemsOf(patientId)
  expect(answer).toMatchObject({
    items: {
      visits: [],
      notes: [
        { id, title: body.replaceAll(/\s+/g, ' ').slice(0, 120), detail: clinic.admin.name, group: null },
      ],
    },
    totals: { notes: 1, visits: 0 },
  })
  const [read] = await test.db.asOwner<{ patient_ids: string[] }>(
    `select patient_ids from app.audit_log where purpose = 'split-items' order by id desc limit 1`,
  )
  expect(read?.patient_ids).toEqual([patientId])
})

it('is for admins, about patients of their clinic', async () => {
  const patientId = await aRecord(test.db, clinic)
  const staff = await aStaffMember(test.db, clinic)
  const foreign = await aPatient(test.db, await aClinic(test.db))
  await expect(itemsOf(patientId, staff.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(itemsOf(foreign.patientId)).rejects.toMatchObject({ code: 'not_found' })
})

import { expect, it } from 'vitest'
import type { LookRow } from '#domain/account/record-looks.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { person } from './person.ts'
import { personLooks } from './person-looks.ts'

const { test, clinic } = await setUpClinic()
const patient = await aPatient(test.db, clinic)

async function looks(by: Caller, input: object = {}) {
  const answer = await personLooks.call(test.services, by, { patientId: patient.patientId, ...input })
  return answer as { looks: LookRow[]; belowId: number | null }
}
const look = (by: Caller) => person.call(test.services, by, { personId: patient.patientId })

it('lists readers and records, newest first, before and after sealing', async () => {
  const sam = await aStaffMember(test.db, clinic, { name: 'Sam Staff' })
  await look(sam.caller())
  await look(clinic.admin.caller())
  const unsealed = await looks(clinic.admin.caller())
  expect(unsealed.looks.map(({ by_name, by_role, kind, what }) => [by_name, by_role, kind, what])).toEqual([
    [`Owner of ${clinic.name}`, 'admin', 'read', ['patients']],
    ['Sam Staff', 'staff', 'read', ['patients']],
  ])
  await test.db.transactions.withSystem('test', (tx) =>
    tx
      .selectNoFrom((row) => row.fn('app.seal_audit_log', [row.val(clinic.id), row.val(1000)]).as('sealed'))
      .execute(),
  )
  const sealed = await looks(clinic.admin.caller())
  expect(sealed.looks[0]).toMatchObject({ by_role: 'admin', kind: 'read', what: ['audit_log'] })
  expect(sealed.looks.slice(1)).toEqual(unsealed.looks)
})

it('is paged', async () => {
  for (let n = 0; n < 52; n++) await look(clinic.admin.caller())
  const first = await looks(clinic.admin.caller())
  const second = await looks(clinic.admin.caller(), { belowId: first.belowId })
  expect(first.looks).toHaveLength(50)
  expect(second.belowId).toBeNull()
  expect(second.looks[0]?.id).toBeLessThan(first.looks.at(-1)?.id ?? 0)
})

import { expect, it } from 'vitest'
import { noClinic } from '#server/platform/database/clinic-of.ts'
import { setUpServices } from '#testing/set-up.ts'
import { anOperator, operatorEnv } from '#testing/sign-in/operator.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { operatorClinics } from './operator-clinics.ts'

const test = await setUpServices({
  env: operatorEnv,
})
const operator = await anOperator(test.db)

it('lists clinics with their state and the number of members, without names', async () => {
  await aClinic(test.db)
  const clinic = await aClinic(test.db, { name: 'Lane Physio 100%' })
  const { clinics, total } = (await operatorClinics.call(test.services, operator.caller(), {
    search: 'physio 100%',
  })) as { clinics: object[]; total: number }
  expect(clinics).toEqual([
    {
      id: clinic.id,
      name: 'Lane Physio 100%',
      subdomain: clinic.subdomain,
      createdAt: expect.any(String),
      members: 1,
      policy: 'partnership',
      tier: null,
      currency: 'usd',
      fee: null,
      takesPayments: false,
      unpaidStatements: 0,
    },
  ])
  expect(total).toBe(2)
  const audit = await test.db.asOwner<{ actor_id: string; clinic_id: string | null }>(
    `select actor_id, clinic_id from app.audit_log where action = 'operator.viewed_clinics'`,
  )
  expect(audit).toEqual([{ actor_id: operator.userId, clinic_id: noClinic }])
})

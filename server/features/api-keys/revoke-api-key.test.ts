import { beforeEach, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { anApiKey } from '#testing/api-keys.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { enterAsProgram } from './enter-as-program.ts'
import { revokeApiKey } from './revoke-api-key.ts'

let clinic: TestClinic
let key: { id: string; secret: string }
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
  key = await anApiKey(test.db, clinic)
})

const revoke = (by: Caller = clinic.admin.caller(), id = key.id) =>
  revokeApiKey.call(test.services, by, { id })
const enter = () =>
  enterAsProgram(
    test.services,
    { clinic: clinic.subdomain, requestId: 'r', address: null },
    key.secret,
    async (_tx, { clinicId }) => clinicId,
  )

it('ends access at once; a repeat changes nothing and is not audited again', async () => {
  expect(await enter()).toBe(clinic.id)
  await revoke()
  await expect(enter()).rejects.toMatchObject({ status: 401 })
  const at = () => test.db.asOwner('select revoked_at, revoked_by from api_keys where id = $1', [key.id])
  const first = await at()
  expect(first).toMatchObject([{ revoked_by: clinic.admin.userId }])
  await revoke()
  expect(await at()).toEqual(first)
  const audits = await test.db.asOwner('select action from app.audit_log where subject_id = $1', [key.id])
  expect(audits).toEqual([{ action: 'api_key.revoked' }])
})

it('is for admins of the clinic', async () => {
  await expect(revoke((await aStaffMember(test.db, clinic)).caller())).rejects.toMatchObject({
    code: 'not_allowed',
  })
  const other = await aClinic(test.db)
  await expect(revoke(other.admin.caller())).rejects.toMatchObject({ code: 'not_found' })
  await expect(revoke(clinic.admin.caller(), crypto.randomUUID())).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await enter()).toBe(clinic.id)
})

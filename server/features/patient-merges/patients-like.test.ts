import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Action, ClinicCtx } from '#server/clinic/action.ts'
import type { Caller, Tx } from '#server/platform/database/transactions.ts'
import { openTestServices } from '#testing/database/services.ts'
import { aKnownRecord } from '#testing/patient-merges.ts'
import { aClinic, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { patientsLike } from './patients-like.ts'

const test = await openTestServices()
let clinic: TestClinic
afterAll(() => test.close())
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const call = <Input, Output>(
  act: { call: Action['call']; run(tx: Tx, ctx: ClinicCtx, input: Input): Promise<Output> },
  caller: Caller,
  input: object,
) => act.call(test.services, caller, input) as Promise<Output>

const aPerson = (name: string, known: Parameters<typeof aKnownRecord>[3] = {}) =>
  aKnownRecord(test.db, clinic, name, known)

it('lists existing patients with a similar name or the same address', async () => {
  const named = await aPerson('Zoë Berg')
  const written = await aPerson('Mia Okafor', { email: 'mia@example.test' })
  const staff = await aStaffMember(test.db, clinic)
  const like = (name: string, email: string) => call(patientsLike, staff.caller(), { name, email })
  expect(await like('berg, ZOE', ' MIA@example.test')).toEqual({
    patients: [
      { id: written, name: 'Mia Okafor', hasEmail: true },
      { id: named, name: 'Zoë Berg', hasEmail: false },
    ],
  })
  expect(await like('', '')).toEqual({ patients: [] })
  expect(await like('Nobody', 'nobody@example.test')).toEqual({ patients: [] })
})

import { beforeEach, describe, expect, it } from 'vitest'
import type { LackingFeatures } from '#domain/clinic-tier/tier-features.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { paysForTier } from '#testing/money/clinic-tiers.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, aVisitor, type TestClinic } from '#testing/sign-in/people.ts'
import { lackingFeatures } from './lacking-features.ts'

let clinic: TestClinic
const test = await setUpServices({ now: '2027-01-20T15:00:00Z' })
beforeEach(async () => {
  test.clock.setOffset(0)
  clinic = await aClinic(test.db)
})

const ask = async (by: Caller = clinic.admin.caller()) =>
  ((await lackingFeatures.call(test.services, by, {})) as LackingFeatures).lacking

// spec: B9 A tier includes what its card says
describe('a clinic lacks the features outside its tier', () => {
  it.each([
    ['starter', ['text_messages', 'advanced_education', 'white_labeling']],
    ['professional', ['white_labeling']],
    ['enterprise', []],
  ] as const)('%s', async (tier, lacking) => {
    await paysForTier(test.db, clinic, tier, { since: '2026-12-20T15:00:00Z' })
    expect(await ask()).toEqual(lacking)
    expect(await ask((await aStaffMember(test.db, clinic)).caller())).toEqual(lacking)
  })

  it('a clinic with commission lacks white labeling only', async () => {
    expect(await ask()).toEqual(['white_labeling'])
  })
})

it('a tier from before the limits has none until it renews', async () => {
  const since = '2026-10-25T15:00:00Z'
  await paysForTier(test.db, clinic, 'starter', { since, periodStart: '2026-11-25T15:00:00Z' })
  expect(await ask()).toEqual(['white_labeling'])
  await paysForTier(test.db, clinic, 'starter', { since, periodStart: '2026-12-25T15:00:00Z' })
  expect(await ask()).toEqual(['text_messages', 'advanced_education', 'white_labeling'])
})

it('a tier limits from the first month that begins under it: until then the commission is taken', async () => {
  await paysForTier(test.db, clinic, 'starter', { since: '2027-01-10T15:00:00Z' })
  expect(await ask()).toEqual(['white_labeling'])
  test.clock.advance('P14D')
  expect(await ask()).toEqual(['text_messages', 'advanced_education', 'white_labeling'])
})

it('a patient reads only whether text messages are missing', async () => {
  const patient = await aPatient(test.db, clinic)
  expect(await ask(patient.caller())).toEqual([])
  await paysForTier(test.db, clinic, 'starter', { since: '2026-12-20T15:00:00Z' })
  expect(await ask(patient.caller())).toEqual(['text_messages'])
})

it('another clinic’s tier has no effect, and callers without a membership there are refused', async () => {
  const other = await aClinic(test.db)
  await paysForTier(test.db, other, 'starter', { since: '2026-12-20T15:00:00Z' })
  expect(await ask()).toEqual(['white_labeling'])
  await expect(ask(clinic.admin.caller(other))).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(ask(aVisitor(other))).rejects.toMatchObject({ code: 'not_signed_in' })
})

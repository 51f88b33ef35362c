import { expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import { aStaffMember } from '#testing/sign-in/people.ts'
import { moneyReport } from './money-report.ts'

const { test, clinic, plan } = await setUpSale()

it('sums a period of the clinic’s own days, and nothing of another clinic', async () => {
  const elsewhere = await test.aSellingClinic()
  await test.aMember(clinic, plan)
  const today = test.clock.now().toISOString().slice(0, 10)
  const read = ({ admin }: typeof clinic, on = today) =>
    test.call(moneyReport, admin.caller(), { from: on, until: on })
  expect(await read(clinic)).toMatchObject({
    currency: 'usd',
    kinds: expect.arrayContaining([
      expect.objectContaining({ kind: 'charge', count: 1, amountCents: 9_900 }),
    ]),
    taxes: [{ name: null, salesCents: 9_900, collectedCents: 0, givenBackCents: 0 }],
    deferred: [],
  })
  expect((await read(elsewhere)).kinds).toEqual([])
  expect((await read(clinic, '2020-01-01')).kinds).toEqual([])
})

it('refuses a period in the wrong order, and staff without access to money', async () => {
  const period = { from: '2026-03-02', until: '2026-03-01' }
  await expect(test.call(moneyReport, clinic.admin.caller(), period)).rejects.toMatchObject({
    code: 'invalid_input',
  })
  const staff = await aStaffMember(test.db, clinic)
  await expect(
    test.call(moneyReport, staff.caller(), { from: '2026-03-01', until: '2026-03-01' }),
  ).rejects.toMatchObject({ code: 'not_allowed' })
})
